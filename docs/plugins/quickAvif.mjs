import sharpService from 'astro/assets/services/sharp'
import sharp from 'sharp'

/**
 * Astro's own service for images, with less effort for AVIF: an eighth of the time, for a tenth more bytes.
 *
 * @type {import('astro').LocalImageService}
 */
export default {
  ...sharpService,
  async transform(input, options, config) {
    if (options.format !== 'avif') return sharpService.transform(input, options, config)
    const data = await sharp(input)
      .resize({ width: options.width ? Number(options.width) : undefined, withoutEnlargement: true })
      .avif({ quality: Number(options.quality), effort: 2 })
      .toBuffer()
    return { data, format: 'avif' }
  },
}
