import type en from './en/links.json'
import { textsOf } from './texts.ts'

/** Words in braces are filled in. `reward` is the disclosure that the law requires, `disclosure` that of every shared caption. */
export type LinkTexts = Readonly<Record<keyof typeof en, string>>

export const linkTexts = await textsOf<LinkTexts>('links')
