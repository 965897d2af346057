// The browser's hashing and signature functions. If they are unavailable (an old browser, a page without
// https), the check reports that it could not run; it never passes.
import type { Cryptography } from '@fairturn/contract/proof/cryptography'

export const browserCryptography: Cryptography = {
  async sha256(bytes) {
    return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource))
  },
  async verify(key, signature, bytes) {
    const algorithm = { name: 'Ed25519' }
    let imported: CryptoKey
    try {
      imported = await crypto.subtle.importKey('raw', bytesOf(key), algorithm, false, ['verify'])
    } catch (error) {
      // The key has the right length, so a refusal means that this browser does not support the algorithm.
      if (error instanceof DOMException && error.name === 'NotSupportedError') return undefined
      return false
    }
    return await crypto.subtle.verify(algorithm, imported, bytesOf(signature), bytes as BufferSource)
  },
}

/** Whether this page can hash: browsers allow it only in secure contexts (https and loopback). */
export const canHash = (): boolean => globalThis.crypto?.subtle !== undefined

function bytesOf(base64url: string): BufferSource {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}
