// A software authenticator (EC P-256, attestation "none"): creates and uses passkeys as a browser and a phone would
// together, and can be told to do any of it wrongly.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Assertion } from '@fairturn/contract/security'

/** What can be wrong, on the page's side or the authenticator's. */
export interface AuthenticatorOptions {
  origin?: string
  rpId?: string
  /** Signature counter; incremented by default. */
  counter?: number
  /** False: the user was not verified. */
  verified?: boolean
  type?: string
  challenge?: string
  user_handle?: string | null
  /** Credential id of another passkey, base64url. */
  credential_id?: string
}

interface StoredCredential {
  id: Buffer
  private_key: KeyObject
  user_handle: string
  rpId: string
  counter: number
}

const ORIGIN = 'http://localhost'
const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

export class Authenticator {
  readonly #kept: StoredCredential[] = []

  /** Creates a passkey: the result of `navigator.credentials.create()`. */
  create(
    options: { challenge: string; rp: { id: string }; user: { id: string } },
    overrides: AuthenticatorOptions = {},
  ) {
    const { privateKey: private_key, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const made = {
      id:
        overrides.credential_id === undefined
          ? randomBytes(32)
          : Buffer.from(overrides.credential_id, 'base64url'),
      private_key,
      user_handle: options.user.id,
      rpId: options.rp.id,
      counter: 0,
    }
    this.#kept.push(made)
    const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
    const length = Buffer.alloc(2)
    length.writeUInt16BE(made.id.length)
    const credential = [Buffer.alloc(16), length, made.id, coseKey(x, y)]
    const data = Buffer.concat([
      authData(made, overrides, HAS_CREDENTIAL, overrides.counter ?? 0),
      ...credential,
    ])
    const id = made.id.toString('base64url')
    return {
      id,
      rawId: id,
      type: 'public-key' as const,
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge, overrides).toString('base64url'),
        attestationObject: attestationObject(data).toString('base64url'),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    }
  }

  /** Uses the passkey created last: the result of `navigator.credentials.get()`. */
  get(options: { challenge: string; rpId: string }, overrides: AuthenticatorOptions = {}): Assertion {
    const passkey = this.#kept.at(-1)!
    passkey.counter = overrides.counter ?? passkey.counter + 1
    const data = authData(passkey, overrides, 0, passkey.counter)
    const collected = clientData('webauthn.get', options.challenge, overrides)
    const signed = Buffer.concat([data, createHash('sha256').update(collected).digest()])
    const id = passkey.id.toString('base64url')
    const handle = overrides.user_handle === undefined ? passkey.user_handle : overrides.user_handle
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: collected.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, passkey.private_key).toString('base64url'),
        ...(handle !== null && { userHandle: handle }),
      },
      clientExtensionResults: {},
    }
  }
}

function clientData(type: string, challenge: string, overrides: AuthenticatorOptions): Buffer {
  const origin = overrides.origin ?? ORIGIN
  const data = {
    type: overrides.type ?? type,
    challenge: overrides.challenge ?? challenge,
    origin,
    crossOrigin: false,
  }
  return Buffer.from(JSON.stringify(data))
}

function authData(
  passkey: StoredCredential,
  overrides: AuthenticatorOptions,
  flags: number,
  counter: number,
): Buffer {
  const head = Buffer.alloc(5)
  head[0] = PRESENT | ((overrides.verified ?? true) ? VERIFIED : 0) | flags
  head.writeUInt32BE(counter, 1)
  return Buffer.concat([
    createHash('sha256')
      .update(overrides.rpId ?? passkey.rpId)
      .digest(),
    head,
  ])
}

/** CBOR of {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}. */
function coseKey(x: string, y: string): Buffer {
  const coordinate = (text: string) =>
    Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')])
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01])
  return Buffer.concat([head, Buffer.from([0x21]), coordinate(x), Buffer.from([0x22]), coordinate(y)])
}

/** CBOR of {fmt: "none", attStmt: {}, authData}. */
function attestationObject(data: Buffer): Buffer {
  const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])
  const length = Buffer.alloc(3)
  length[0] = 0x59
  length.writeUInt16BE(data.length, 1)
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    length,
    data,
  ])
}
