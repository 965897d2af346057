import { i18n } from '@lingui/core'

/** `2%` of `2`; French alone puts a space before the sign. */
export const percent = (figure: string): string => `${figure}${i18n.locale === 'fr' ? '\u00a0' : ''}%`
