// What the link page says, by language. Words in braces are filled in; `reward` is the disclosure the law asks for.
import type { Locale } from '@fairturn/contract/locales'
import { cn } from './page-texts/cn.ts'
import { en } from './page-texts/en.ts'
import { fr } from './page-texts/fr.ts'
import { jp } from './page-texts/jp.ts'
import { kr } from './page-texts/kr.ts'
import { rs } from './page-texts/rs.ts'
import { vn } from './page-texts/vn.ts'

export interface PageTexts {
  /** Said on top of every page of a demo. */
  demo: string
  sponsored: string
  /** {brand} */
  advertiser: string
  reward: string
  /** {host} */
  continue_to: string
  privacy: string
  unknown_title: string
  unknown_text: string
  ended_title: string
  ended_text: string
  retry_title: string
  retry_text: string
  retry: string
}

export const pageTexts: Readonly<Record<Locale, PageTexts>> = { vn, en, jp, kr, cn, rs, fr }
