// What the link page says, by language. Words in braces are filled in; `reward` is the legally required
// disclosure.
import type { Locale } from '@fairturn/contract/locales'
import { cn } from './page-texts/cn.ts'
import { en, type PageTexts } from './page-texts/en.ts'
import { fr } from './page-texts/fr.ts'
import { jp } from './page-texts/jp.ts'
import { kr } from './page-texts/kr.ts'
import { rs } from './page-texts/rs.ts'
import { vn } from './page-texts/vn.ts'

export const pageTexts: Readonly<Record<Locale, PageTexts>> = { vn, en, jp, kr, cn, rs, fr }
