import react from '@astrojs/react'
import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'
import starlightLinksValidator from 'starlight-links-validator'
import { markdownPages } from './plugins/markdownPages.mjs'
import { preactInBrowsers } from './plugins/preactInBrowsers.mjs'
import { REPOSITORY } from './src/data/addresses.mjs'
import { GUIDES } from './src/data/sidebar.mjs'
import { siteLinks } from './plugins/siteLinks.mjs'
import { thirdPartyLicenses } from './plugins/thirdPartyLicenses.mjs'
import { wholeTypes } from './plugins/wholeTypes.mjs'
import { accessibleContent } from './plugins/accessibleContent.mjs'

// The address of the site is not known here. So there is no sitemap, and no page has a canonical address.
export default defineConfig({
  trailingSlash: 'always',
  markdown: { remarkPlugins: [siteLinks], rehypePlugins: [wholeTypes, accessibleContent] },
  // What the library supports has this syntax, and the compiler does not translate it for older browsers.
  vite: {
    plugins: [preactInBrowsers()],
    build: { target: 'es2022' },
    optimizeDeps: { esbuildOptions: { target: 'es2022' } },
  },
  image: { service: { entrypoint: './plugins/quickAvif.mjs' } },
  devToolbar: { enabled: false },
  integrations: [
    starlight({
      title: 'Telltale',
      description: 'Who is using a web application, what is switched on for them, and what they did.',
      favicon: '/favicon.svg',
      customCss: ['./src/styles/brand.css', './src/styles/site.css'],
      components: {
        Hero: './src/components/Hero.astro',
        Footer: './src/components/Footer.astro',
        SiteTitle: './src/components/SiteTitle.astro',
        Search: './src/components/Search.astro',
        SocialIcons: './src/components/HeadLinks.astro',
      },
      social: [{ icon: 'github', label: 'Repository', href: REPOSITORY }],
      editLink: { baseUrl: `${REPOSITORY}/edit/main/docs/` },
      lastUpdated: false,
      pagination: true,
      routeMiddleware: './src/data/routeData.ts',
      plugins: [starlightLinksValidator({ errorOnRelativeLinks: false })],
      sidebar: [
        {
          label: 'Start',
          items: [
            { label: 'Home', slug: 'index' },
            'start/own-back-end',
            'start/local-services',
            'start/identity',
            'start/flags',
            'start/outbox',
            'start/destinations',
            'start/impersonation',
          ],
        },
        {
          label: 'Guides',
          items: GUIDES.map((group) => ({ ...group, collapsed: true })),
        },
        {
          label: 'Reference',
          items: [
            'reference/settings',
            { label: 'API by entry', collapsed: true, autogenerate: { directory: 'reference/api' } },
            'reference/messages',
            'reference/limits',
            'reference/event-record',
            'reference/protocols',
            'reference/cli',
            'reference/collector-options',
            'reference/console',
          ],
        },
        {
          label: 'Trust',
          items: [
            'trust/delivery',
            'trust/benchmarks',
            'trust/security',
            'trust/storage',
            'trust/browsers',
            'trust/versioning',
            'trust/architecture',
            'trust/journeys',
            'trust/decisions',
            'trust/specification',
          ],
        },
      ],
    }),
    react(),
    markdownPages(),
    thirdPartyLicenses(),
  ],
})
