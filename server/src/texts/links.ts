import type en from './en/links.ts'
import { textsOf } from './texts.ts'

export type LinkTexts = Readonly<Record<keyof typeof en, string>>

export const linkTexts = await textsOf<LinkTexts>((locale) => import(`./${locale}/links.ts`))
