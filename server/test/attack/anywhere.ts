// Requests to paths outside the contract.
import * as fc from 'fast-check'
import { brokenBody, contentType, type Request, text } from './requests.ts'

const SOMEWHERE = [
  '/',
  '/api/',
  '/api/orders/',
  '/api/level/',
  '/api/docs/',
  '/api/docs/static/',
  '/api/openapi.json',
  '/files/',
  '/assets/',
  '/r/',
  '/r/AAAAAAAA/',
  '/media/',
  '//',
  '/api//',
]

/** Any method at any path, mostly unknown ones; `doors`: additional prefixes. */
export const requestsAnywhere = (doors: readonly string[]): fc.Arbitrary<Request> =>
  fc
    .record({
      method: fc.constantFrom('GET', 'GET', 'POST', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
      root: fc.constantFrom(...SOMEWHERE, ...doors),
      rest: text,
      raw: fc.boolean(),
      accept: fc.constantFrom('text/html', 'application/json', '*/*'),
      payload: brokenBody,
      contentType: fc.oneof(contentType, fc.constant('application/x-www-form-urlencoded')),
    })
    .map(({ method, root, rest, raw, accept, payload, contentType }) => {
      // Raw: what a client may put on the request line without encoding.
      const end = raw ? rest.replace(/[^\x21-\x7e]/g, '') : encodeURIComponent(rest.toWellFormed())
      const url = root + end.slice(0, 4000)
      if (['GET', 'HEAD'].includes(method)) return { method, url, headers: { accept } }
      return { method, url, headers: { accept, 'content-type': contentType }, payload }
    })
