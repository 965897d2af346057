// Finds text whose UTF-8 was taken for Windows-1252, as `JÃ¼rgen`: a name or a reference in it would match nobody
// (csv.test.ts); and text whose letters are lost.
const MAX_SHOWN_LENGTH = 60

const WINDOWS_1252 = new TextDecoder('windows-1252')
const BYTES: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 128 }, (_, i) => [WINDOWS_1252.decode(Uint8Array.of(128 + i)), 128 + i]),
)
const UTF_8 = new TextDecoder('utf-8', { fatal: true })

function isUtf8(bytes: Uint8Array): boolean {
  try {
    UTF_8.decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Whether bytes that are said to be of an older encoding are UTF-8 beyond ASCII. */
export const isUtf8Beyond = (bytes: Uint8Array): boolean => bytes.some((byte) => byte > 127) && isUtf8(bytes)

const BEYOND_ASCII = /[\u0080-\uffff]+/g

/** What a program writes for letters that it could not read, also when that was taken for Windows-1252. */
const REPLACED = /\ufffd|ï¿½/

/**
 * Where letters are lost; else where the first garbled text stands, if all that is not ASCII is garbled: one payer's name may be so
 * in a file that is not.
 */
export function findGarbled(text: string): string | undefined {
  const lost = REPLACED.exec(text)
  if (lost !== null) return positionIn(text, lost.index)
  let first: number | undefined
  for (const { 0: run, index } of text.matchAll(BEYOND_ASCII)) {
    const bytes = Array.from(run, (letter) => BYTES.get(letter))
    if (bytes.includes(undefined) || !isUtf8(Uint8Array.from(bytes as number[]))) return undefined
    first ??= index
  }
  return first === undefined ? undefined : positionIn(text, first)
}

function positionIn(text: string, first: number): string {
  const before = text.slice(0, first).split(/\r\n|\r|\n/)
  const start = first - Math.min(before.at(-1)!.length, MAX_SHOWN_LENGTH / 2)
  const [shown = ''] = text.slice(start, start + MAX_SHOWN_LENGTH).split(/[\r\n]/)
  return `line ${before.length}: ${shown}`
}
