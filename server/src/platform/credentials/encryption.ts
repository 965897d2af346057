// Encrypts stored secrets (AES-256-GCM) with the deployment's newest secret; a ciphertext copied to another row does not
// decrypt (rotation.test.ts).
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

export interface Cipher {
  /** `context` is associated data (AAD) that identifies the row: a ciphertext copied elsewhere does not decrypt. */
  encrypt(context: string, bytes: Buffer): Buffer
  /** Decrypts with the newest secret or an earlier one; throws for anything else. */
  decrypt(context: string, ciphertext: Buffer): Buffer
  /** Re-encrypts with the newest secret; undefined if it already is. */
  rotate(context: string, ciphertext: Buffer): Buffer | undefined
}

/** `secrets` of the deployment, newest first; `purpose` derives separate keys from them. */
export function openCipher(secrets: readonly string[], purpose: string): Cipher {
  const keys = secrets.map((secret) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))),
  )
  const [newest] = keys
  if (newest === undefined) throw new Error('nothing is encrypted without a secret')

  const encrypt: Cipher['encrypt'] = (context, bytes) => {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', newest, nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(Buffer.from(context))
    const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
  }
  const opened = (context: string, ciphertext: Buffer): { key: KeyObject; bytes: Buffer } => {
    for (const key of keys) {
      const bytes = openedBy(key, context, ciphertext)
      if (bytes !== undefined) return { key, bytes }
    }
    throw new Error('it was encrypted with a secret that is not configured, or for another row')
  }
  return {
    encrypt,
    decrypt: (context, ciphertext) => opened(context, ciphertext).bytes,
    rotate(context, ciphertext) {
      const { key, bytes } = opened(context, ciphertext)
      return key === newest ? undefined : encrypt(context, bytes)
    },
  }
}

function openedBy(key: KeyObject, context: string, ciphertext: Buffer): Buffer | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, ciphertext.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(ciphertext.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const bytes = decipher.update(ciphertext.subarray(NONCE_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([bytes, decipher.final()])
  } catch {
    return undefined
  }
}
