import { LOCALES } from '@fairturn/contract/locales'
import { expect, test } from 'vitest'
import { linkTexts } from '../platform/texts/links.ts'
import { captionIn, readyCaptions } from './orders.dto.ts'

const LINK = 'https://go.example.com/r/Ab3dEf7h'

test('captions exist in every language, each with its own disclosure before the link', () => {
  const texts = Object.fromEntries(LOCALES.map((locale) => [locale, `text ${locale}`]))
  const captions = readyCaptions(texts, LINK)
  const lines = captions.map(({ text }) => text.split('\n'))
  expect(captions.map(({ locale }) => locale)).toEqual([...LOCALES])
  expect(lines.map(([text, , link]) => [text, link])).toEqual(
    LOCALES.map((locale) => [`text ${locale}`, LINK]),
  )
  expect(lines.map(([, disclosure]) => disclosure)).toEqual(
    LOCALES.map((locale) => linkTexts[locale].disclosure),
  )
})

test.each([
  [
    'fr',
    { fr: 'Poterie', en: 'Pottery' },
    'Poterie\nPublicité. Je reçois une récompense lorsque vous passez par ce lien.',
  ],
  ['vn', { fr: 'Poterie', en: 'Pottery' }, 'Pottery\nAd. I earn a reward when you visit through this link.'],
  ['vn', { fr: 'Poterie' }, 'Poterie\nPublicité. Je reçois une récompense lorsque vous passez par ce lien.'],
] as const)('in %s of %o text and disclosure are in one language', (locale, texts, caption) => {
  expect(captionIn(texts, locale, null)).toBe(caption)
})
