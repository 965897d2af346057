// The preview uses the visitors' renderer and language, and nothing on it can be counted.
import { previewCalls } from '@fairturn/contract/backoffice/reviews'
import { trackingCalls } from '@fairturn/contract/tracking'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { answered, placeCampaign } from '../../test/carrying.ts'
import { staff } from '../../test/staff.ts'
import { parseLandingUrl } from './click-url.ts'
import { renderPage } from './page.ts'

let app: TestApp
let member: TestMember

beforeAll(async () => {
  app = await startApp()
  member = await app.member('who looks ahead')
})
afterAll(() => app.close())

const FORM_FIELDS = {
  brand: 'Lotus Tea',
  tagline: { en: 'Tea that takes its time', vn: 'Trà chậm rãi' },
  creative: `/files/${'0a'.repeat(16)}.webp`,
  landing_url: 'https://tea.example.com/spring',
  locale: 'vn',
} as const

const preview = (changed: object = {}) =>
  app.call(trackingCalls.preview, { token: member.token, body: { ...FORM_FIELDS, ...changed } })

test('is the page of a link with these texts, except for its URL and token', async () => {
  const { html } = answered(await preview())
  const at = new Date(0)
  const { beforeToken, afterToken } = renderPage(
    {
      ...FORM_FIELDS,
      campaign_id: '',
      id: 'preview',
      code: 'preview',
      landing: parseLandingUrl(FORM_FIELDS.landing_url),
      opened_at: at,
      ends_at: at,
      ended_at: null,
    },
    {
      locale: 'vn',
      origin: 'http://localhost:80',
      filesOrigin: 'http://localhost:80',
      demo: app.config.demo,
    },
  )
  const real = beforeToken.toString() + afterToken.toString()
  const bare = (text: string) => text.replaceAll(/http:\/\/localhost(:\d+)?/g, '')
  expect(bare(html)).toBe(bare(real))
  expect(html).toContain('<html lang="vi">')
  expect(html).toContain('<p>Trà chậm rãi</p>')
  expect(html).toContain('tea.example.com')
  expect(html).toContain('name="token" value=""')
})

test('escapes every text, and refuses an unusable landing URL on its field', async () => {
  const { html } = answered(await preview({ brand: '<script>alert(1)</script>' }))
  expect(html).toContain('&lt;script&gt;')
  expect(html).not.toContain('<script')
  const refused = await preview({ landing_url: 'javascript:alert(1)' })
  expect(refused).toMatchObject({
    code: 'landing_url_is_invalid',
    details: { fields: [{ field: 'landing_url' }] },
  })
})

test('an operator’s preview loads its images from the back office’s own host, which its CSP allows', async () => {
  const admin = 'https://admin.example.com'
  const apart = await startApp({
    variables: { PUBLIC_ORIGIN: 'https://members.example.com', PUBLIC_API_BASE: `${admin}/api/` },
  })
  try {
    const campaign = await placeCampaign(apart, await apart.member('placer'), {
      creative: FORM_FIELDS.creative,
    })
    const operator = await staff(apart, 'support')
    const shown = await apart.call(previewCalls.campaign, {
      as: operator,
      params: { campaign_id: campaign.id },
      query: { locale: 'vn' },
    })
    const images = answered(shown).html.match(/<img[^>]+src="[^"]+"/g)
    expect(images).toEqual([expect.stringContaining(`src="${admin}${FORM_FIELDS.creative}"`)])
  } finally {
    await apart.close()
  }
})
