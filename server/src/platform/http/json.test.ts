// Encoding of long responses (parsing is tested through the door: fuzz.test.ts).
import { expect, test } from 'vitest'
import { encodedIfLong } from './json.ts'

test.each([
  ['one byte per character', 'a'],
  ['two bytes', 'đ'],
  ['three bytes', '注'],
  ['four bytes, two code units', '🍵'],
])('a long text of %s is encoded whole', (_, character) => {
  for (const length of [4_096, 50_000, 262_144, 262_145, 300_000]) {
    const text = character.repeat(length)
    const encoded = encodedIfLong(text)
    expect(Buffer.from(encoded).equals(Buffer.from(text))).toBe(true)
    expect(Buffer.byteLength(encoded)).toBe(Buffer.byteLength(text))
  }
})

test('a response that is being sent is not overwritten by the next one', () => {
  const first = encodedIfLong('a'.repeat(10_000))
  encodedIfLong('b'.repeat(20_000))
  expect(first.toString()).toBe('a'.repeat(10_000))
})

test('a short text stays a string, which is sent together with its headers', () => {
  expect(encodedIfLong('a'.repeat(4_095))).toBe('a'.repeat(4_095))
  expect(encodedIfLong('a'.repeat(4_096))).toBeInstanceOf(Buffer)
})
