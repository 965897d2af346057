import { reason } from '@fairturn/contract/backoffice/approvals'
import { findContactDetails } from '@fairturn/contract/contact-details'
import { LOCALES } from '@fairturn/contract/locales'
import { expect, test } from 'vitest'
import { REASON_TEMPLATES } from './reason-templates.ts'

test('each template is a reason in every language, and leads nobody anywhere', () => {
  for (const [kind, templates] of Object.entries(REASON_TEMPLATES))
    for (const [name, texts] of Object.entries(templates)) {
      expect(Object.keys(texts).toSorted()).toEqual([...LOCALES].toSorted())
      for (const [locale, text] of Object.entries(texts)) {
        expect([kind, name, locale, reason.safeParse(text).success]).toEqual([kind, name, locale, true])
        expect(findContactDetails(text, [])).toEqual([])
        expect(text).not.toMatch(locale === 'fr' ? /[^\u202f\u00a0][:;!?]/ : / [:;!?]/)
      }
    }
})
