// The texts of statements and receipts, in the seven languages.
import type { Locale } from '@fairturn/contract/locales'
import { cn, jp, kr } from './pdf-words-east.ts'
import { en, type PdfWords } from './pdf-words-en.ts'
import { fr, rs, vn } from './pdf-words-west.ts'

const words: Readonly<Record<Locale, PdfWords>> = { vn, en, jp, kr, cn, rs, fr }

export const pdfWords = (locale: Locale): PdfWords => words[locale]
