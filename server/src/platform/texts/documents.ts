import type { Locale } from '@fairturn/contract/locales'
import type en from './en/documents.json'
import { textsOf } from './texts.ts'

/** What the English texts have. `lines`: of a statement's line, by its type; `counterparties`: where money came from, and where it went. */
export type DocumentTexts = {
  readonly [Part in keyof typeof en]: (typeof en)[Part] extends string
    ? string
    : Part extends 'lines'
      ? Readonly<Record<string, string>>
      : {
          readonly [Name in keyof (typeof en)[Part]]: (typeof en)[Part][Name] extends string
            ? string
            : readonly [string, string]
        }
}

export const documentTexts = await textsOf<DocumentTexts>('documents')

/** Basis points as `12,5%`; French has a no-break space before the sign. */
export const formatRate = (rate_bp: number, locale: Locale): string =>
  `${String(rate_bp / 100).replace('.', ',')}${locale === 'fr' ? '\u00a0' : ''}%`
