// What a check needs of its device.
export interface Cryptography {
  sha256: (this: void, bytes: Uint8Array) => Promise<Uint8Array>
  /** Ed25519, key and signature in base64url; undefined if this device does not support it. */
  verify(key: string, signature: string, bytes: Uint8Array): Promise<boolean | undefined>
}
