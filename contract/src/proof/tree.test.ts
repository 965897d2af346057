// The test vectors of docs/proof.md are what this code hashes.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bytesOfHex, identityBytes, innerBytes, leafBytes, paddingBytes, widthsOf } from './tree.ts'

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

// ASVS V11.2.1 V11.4.3
test('the test vectors of docs/proof.md hold', () => {
  const nonce = bytesOfHex('000102030405060708090a0b0c0d0e0f')
  const identity = hash(identityBytes('019a0000-0000-7000-8000-000000000001', 'minhanh'))
  const salt = new Uint8Array(16).fill(0x11)
  const leaf = hash(leafBytes(nonce, { salt, identity, kind: 'available', part: 0, amount_minor: 1234n }))
  const padding = hash(paddingBytes(nonce, 0))
  const children = [
    { sum_minor: 1234n, hash: leaf },
    { sum_minor: 0n, hash: padding },
  ] as const
  const inner = hash(innerBytes(nonce, { level: 1, index: 0 }, children))
  const text = readFileSync(new URL('../../../docs/proof.md', import.meta.url), 'utf8')
  const vectors = [...text.matchAll(/^\| .+ \| `([0-9a-f]{64})` \|$/gm)].map(([, digits]) => digits)
  expect(vectors).toEqual([identity, leaf, padding, inner].map((bytes) => bytes.toString('hex')))
})

test('the number of nodes halves from level to level, rounded up, to one root', () => {
  expect(widthsOf(0)).toEqual([1])
  expect(widthsOf(1)).toEqual([1])
  expect(widthsOf(6)).toEqual([6, 3, 2, 1])
})
