import { expect, test } from 'vitest'
import { shareLinks } from './share-links.ts'

const LINK = 'https://go.example.com/r/Ab3dEf7h'
const CAPTION = `Gốm 100 % thủ công & đẹp?\nQuảng cáo. Tôi nhận thưởng khi bạn ghé thăm.\n${LINK}`

const links = shareLinks(CAPTION, LINK)
const givenTo = (href: string) => Array.from(new URL(href).searchParams.values()).join('\n')

test.each(links)('$app gets the link exactly once', ({ href }) => {
  expect(givenTo(href).split(LINK)).toHaveLength(2)
})

test.each(links.filter(({ linkOnly }) => !linkOnly))(
  '$app gets the whole text, disclosure included',
  ({ href }) => {
    expect(givenTo(href)).toContain('Gốm 100 % thủ công & đẹp?\nQuảng cáo. Tôi nhận thưởng')
  },
)

test.each(links)('$app gets no other parameters', ({ href }) => {
  for (const name of new URL(href).searchParams.keys()) expect(['text', 'url', 'u']).toContain(name)
})
