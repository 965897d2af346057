// What the apps are handed: the whole caption with its disclosure wherever the app takes a text.
import { expect, test } from 'vitest'
import { shareLinks } from './share-links.ts'

const LINK = 'https://go.example.com/r/Ab3dEf7h'
const CAPTION = `Gốm 100 % thủ công & đẹp?\nQuảng cáo. Tôi nhận thưởng khi bạn ghé thăm.\n${LINK}`

test('every app that takes a text gets the disclosure and the link, once', () => {
  for (const { app, href, link_only } of shareLinks(CAPTION, LINK)) {
    const given = [...new URL(href).searchParams.values()].join('\n')
    expect(given.split(LINK), app).toHaveLength(2)
    if (!link_only) expect(given, app).toContain('Gốm 100 % thủ công & đẹp?\nQuảng cáo. Tôi nhận thưởng')
  }
})

test('nothing else is told to them', () => {
  const names = shareLinks(CAPTION, LINK).flatMap(({ href }) => [...new URL(href).searchParams.keys()])
  expect(new Set(names)).toEqual(new Set(['text', 'url', 'u']))
})
