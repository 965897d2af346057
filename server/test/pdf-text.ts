// Extracts the texts of a PDF as copying from a viewer would: page by page, through each font's ToUnicode map.
// Supports as much of the format as pdfkit writes.
import { inflateSync } from 'node:zlib'

interface PdfObject {
  readonly head: string
  readonly stream: string | undefined
}

/** The pieces of text, by page, in drawing order. Throws if the file is not a PDF. */
export function pdfPages(file: Buffer): string[][] {
  const text = file.toString('latin1')
  if (!text.startsWith('%PDF-1.') || !text.trimEnd().endsWith('%%EOF')) throw new Error('this is no PDF')
  const objects = objectsIn(text)
  const get = (reference: string | undefined): PdfObject => objects.get(Number.parseInt(reference ?? '', 10))!
  const pages = /\/Type \/Pages[^]*?\/Kids \[([^\]]*)\]/.exec(
    [...objects.values()].map(({ head }) => head).join('\n'),
  )
  return [...pages![1]!.matchAll(/(\d+) 0 R/g)].map(([reference]) => {
    const { head } = get(reference)
    const resources = get(/\/Resources (\d+)/.exec(head)![1]).head
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, font]) => [
        name!,
        lettersOf(get(/\/ToUnicode (\d+)/.exec(get(font).head)![1]).stream!),
      ]),
    )
    return piecesOf(get(/\/Contents (\d+)/.exec(head)![1]).stream!, fonts)
  })
}

function objectsIn(text: string): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>()
  for (const { 0: opening, 1: no, index } of text.matchAll(/(?<=\n)(\d+) 0 obj\n/g)) {
    const from = index + opening.length
    const end = text.indexOf('\nendobj', from)
    const at = text.indexOf('\nstream\n', from)
    const streamed = at !== -1 && at < end
    const head = text.slice(from, streamed ? at : end)
    let stream: string | undefined
    if (streamed) {
      const length = Number(/\/Length (\d+)/.exec(head)![1])
      const bytes = Buffer.from(text.slice(at + 8, at + 8 + length), 'latin1')
      stream = (head.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1')
    }
    objects.set(Number(no), { head, stream })
  }
  return objects
}

/** Characters by glyph. */
function lettersOf(map: string): string[] {
  const letters: string[] = []
  for (const [, first, , list] of map.matchAll(/<(\w{4})> <(\w{4})> \[([^\]]*)\]/g)) {
    let no = Number.parseInt(first!, 16)
    for (const [, units] of list!.matchAll(/<([^>]*)>/g))
      letters[no++] = Buffer.from(units!.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')
  }
  return letters
}

function piecesOf(content: string, fonts: ReadonlyMap<string, string[]>): string[] {
  return [...content.matchAll(/BT\n([^]*?)ET/g)].map(([, drawn]) => {
    const letters = fonts.get(/\/(F\d+) [\d.]+ Tf/.exec(drawn!)![1]!)!
    return [...drawn!.matchAll(/<(\w*)>/g)]
      .flatMap(([, glyphs]) => glyphs!.match(/\w{4}/g) ?? [])
      .map((glyph) => letters[Number.parseInt(glyph, 16)] ?? '\ufffd')
      .join('')
  })
}
