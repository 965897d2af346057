// Nearly valid requests: a request that passes its schema, with one element replaced, omitted, duplicated or renamed;
// and query strings and bytes that parsers interpret differently.
import * as fc from 'fast-check'

type Json = unknown

/** The path to every element of a value; the empty path is the value itself. */
function waysIn(value: Json, way: readonly string[] = []): string[][] {
  const here = [[...way]]
  if (typeof value !== 'object' || value === null) return here
  return [...here, ...Object.entries(value).flatMap(([name, inner]) => waysIn(inner, [...way, name]))]
}

type Change = (inner: Json) => Json

function changed(value: Json, [name, ...rest]: readonly string[], change: Change): Json {
  if (name === undefined) return change(value)
  const entries = Object.entries(value as object).flatMap(([each, inner]): [string, Json][] => {
    if (each !== name) return [[each, inner as Json]]
    const put = changed(inner as Json, rest, change)
    return put === undefined ? [] : [[each, put]]
  })
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

const CHANGES: readonly Change[] = [
  () => undefined,
  () => null,
  (inner) => [inner],
  (inner) => [inner, inner],
  (inner) => ({ value: inner }),
  (inner) => String(inner),
  (inner) => Number(inner),
  (inner) => `${String(inner)}\0`,
  (inner) => `${String(inner)}\ud800`,
  (inner) => `\u202e${String(inner)}`,
  (inner) => String(inner).repeat(500).slice(0, 20_000),
  (inner) => (typeof inner === 'object' && inner !== null ? { ...inner, __proto__: null } : -1),
  (inner) => Array.from({ length: 3000 }, () => inner),
  () => 1e308,
  () => -1,
  () => true,
  () => ({ $ne: null }),
]

/** Mostly the valid value, otherwise with one element mutated; `odd` generates replacements. */
export function mutated(good: Json, odd: fc.Arbitrary<unknown>): fc.Arbitrary<Json> {
  const ways = waysIn(good)
  const change = fc.oneof(
    fc.constantFrom(...CHANGES),
    odd.map(
      (value): Change =>
        () =>
          value,
    ),
  )
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant(good) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.constantFrom(...ways), change)
        .map(([way, each]) => changed(good, way, each) ?? {}),
    },
  )
}

/** Names that are repeated, lists, objects, or bytes that are not text. */
export const oddQuery = fc.constantFrom(
  'cursor=1&cursor=2',
  'limit=1&limit=2&limit=3',
  'sort=a&sort=-a',
  'user_id[]=1',
  'user_id[a][b]=1',
  '__proto__[polluted]=1',
  '__proto__=1&constructor[prototype][polluted]=1',
  '__proto__.polluted=1',
  '%00=1',
  'a=%00',
  'a=%ed%a0%80',
  'a=%ff%fe',
  'a=%',
  '=&&==&',
  '?a=1?b=2',
  'format=csv&format=pdf',
  `a=${'1'.repeat(7000)}`,
  Array.from({ length: 800 }, (_, i) => `a${i}=1`).join('&'),
)

/** Invalid UTF-8, or a repeated name. */
export const oddBytes: fc.Arbitrary<Buffer> = fc.constantFrom(
  Buffer.from('{"user_id":"a"}', 'utf16le'),
  Buffer.from([0xfe, 0xff, 0x00, 0x7b, 0x00, 0x7d]),
  Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]),
  Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc0, 0xaf, 0x22, 0x7d]),
  Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d]),
  Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]),
  Buffer.from([0x1f, 0x8b, 0x08, 0x00]),
  Buffer.alloc(70_000, 0x20),
  Buffer.from(`{"a":"${'x'.repeat(65_000)}"}`),
  Buffer.from('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
  Buffer.from('{"reason":"a","reason":"b","__proto__":[]}'),
  Buffer.from(`${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`),
)
