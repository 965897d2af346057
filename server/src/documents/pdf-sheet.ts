// The content of a document as plain data: texts are in the reader's language and final, nothing is computed or formatted
// after this.
import type { Locale } from '@fairturn/contract/locales'

/** What makes the file a document for the archive: PDF/A-3, with a file of data inside. */
export interface Archive {
  /** The file's title, and what names it: ASCII. */
  readonly title: string
  readonly attachment: { readonly name: string; readonly text: string; readonly description: string }
  /** Metadata (XMP) that says what the attachment is. */
  readonly xmp: string
}

export interface Sheet {
  readonly locale: Locale
  readonly site: string
  readonly title: string
  /** Drawn across every page; null where the money is real. */
  readonly watermark: string | null
  /** Whose it is and what it is about. */
  readonly details: readonly Detail[]
  readonly summary?: Summary
  readonly list?: List
  /** The footer, in small type. */
  readonly notes: readonly string[]
  readonly archive?: Archive
  /** The note that says so where letters are not shown. */
  readonly notShown: string
}

export interface Detail {
  readonly label: string
  readonly text: string
  /** In place of a text with letters that no font has. */
  readonly instead?: string
  /** The figure the document is about. */
  readonly main?: boolean
}

/** Figures by row and column. */
interface Summary {
  readonly columns: readonly string[]
  readonly rows: readonly {
    readonly label: string
    readonly figures: readonly string[]
    readonly strong: boolean
  }[]
}

export interface ListRow {
  readonly date: string
  readonly title: string
  readonly detail: string
  readonly amount: string
  readonly balance: string
}
interface List {
  readonly date: string
  readonly title: string
  readonly amount: string
  readonly balance: string
  readonly rows: readonly ListRow[]
  /** In place of rows where there are none. */
  readonly empty: string
}
