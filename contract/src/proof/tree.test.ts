// The test vectors of docs/proof.md are what this code hashes.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { uuidOfHash } from '../accounting.ts'
import {
  accountText,
  auditInnerBytes,
  auditLeafBytes,
  awardBytes,
  lineBytes,
  LINES_TREE,
  plainInnerBytes,
  plainPaddingBytes,
} from './lines.ts'
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
  const member_id = '019a0000-0000-7000-8000-000000000001'
  const account = uuidOfHash(hash(Buffer.from(accountText('member_available', member_id))).toString('hex'))
  const entry = {
    entry_id: '019a0000-0000-8000-8000-0000000000aa',
    at_ms: Date.parse('2026-11-21T08:00:00.000Z'),
  }
  const line = hash(
    lineBytes(
      { nonce, salt, identity },
      {
        ...entry,
        account,
        kind: 'member_available',
        version: 7n,
        amount_minor: -500n,
        balance_after: 1234n,
        type: 'campaign_paid',
      },
    ),
  )
  const noLine = hash(plainPaddingBytes(nonce, LINES_TREE, 0))
  const lines = hash(plainInnerBytes(nonce, { tree: LINES_TREE, level: 1, index: 0 }, [line, noLine]))
  const award = hash(
    awardBytes(nonce, salt, { ...entry, amount_minor: 84n, bonus_minor: 4n, type: 'award_claimed' }),
  )
  const link = hash(auditLeafBytes(identity))
  const links = hash(auditInnerBytes(link, link))
  const text = readFileSync(new URL('../../../docs/proof.md', import.meta.url), 'utf8')
  const vectors = [...text.matchAll(/^\| .+ \| `([0-9a-f]{64})` \|$/gm)].map(([, digits]) => digits)
  const expected = [identity, leaf, padding, inner, line, noLine, lines, award, link, links]
  expect(vectors).toEqual(expected.map((bytes) => bytes.toString('hex')))
  expect(text).toContain(account)
})

test('the number of nodes halves from level to level, rounded up, to one root', () => {
  expect(widthsOf(0)).toEqual([1])
  expect(widthsOf(1)).toEqual([1])
  expect(widthsOf(6)).toEqual([6, 3, 2, 1])
})
