import { expect, it } from 'vitest'
import { signRequest } from './signRequest.ts'

// The examples of https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
const signing = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
  now: Date.parse('2013-05-24T00:00:00Z'),
}

it.each([
  {
    title: 'gets an object',
    request: { method: 'GET', path: '/test.txt', headers: { Range: 'bytes=0-9' } },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    title: 'puts an object',
    request: {
      method: 'PUT',
      path: '/test%24file.text',
      headers: { Date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      body: 'Welcome to Amazon S3.',
    },
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    title: 'reads the lifecycle',
    request: { method: 'GET', path: '/?lifecycle' },
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    title: 'lists objects',
    request: { method: 'GET', path: '/?max-keys=2&prefix=J' },
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
])('signs the example that $title', ({ request: { method, path, headers = {}, body = '' }, signature }) => {
  const url = new URL(path, 'https://examplebucket.s3.amazonaws.com')
  const { authorization } = signRequest({ method, url, headers, body: Buffer.from(body) }, signing)
  expect(authorization?.split('Signature=')[1]).toBe(signature)
})
