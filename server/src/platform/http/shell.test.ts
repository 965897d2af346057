// The page as sent: settings are embedded as data and cannot break out.
import { describe, expect, it } from 'vitest'
import { fillShell } from './shell.ts'

const html =
  '<title>Fairturn</title><meta name="api-base" content="/api/" /><!-- settings --><script>run()</script>'
const settings = { site_title: { value: 'Lượt Công Bằng' }, link_support: { value: null } }

describe('the page', () => {
  it('contains the API’s location, the site’s name, and its settings', () => {
    const page = fillShell(html, { apiBase: 'https://api.example.com/api/', settings })
    expect(page).toContain('<title>Lượt Công Bằng</title>')
    expect(page).toContain('content="https://api.example.com/api/"')
    const json = /id="settings">(.*?)<\/script>/.exec(page)?.[1] ?? ''
    expect(JSON.parse(json)).toEqual(settings)
  })

  // ASVS V1.2.3
  it('embeds settings as data, whatever an operator wrote', () => {
    const hostile = '</script></title><script>alert(1)</script>$&$`'
    const page = fillShell(html, { apiBase: '"><script>', settings: { site_title: { value: hostile } } })
    expect(page.match(/<script>/g)).toHaveLength(1)
    const json = /id="settings">(.*?)<\/script>/.exec(page)?.[1] ?? ''
    expect(JSON.parse(json)).toEqual({ site_title: { value: hostile } })
  })

  it('embeds prerendered HTML as data, whatever it contains', () => {
    const screens = { en: '<main>$& {site}</main></script><script>alert(1)</script>' }
    const page = fillShell(`${html}<!-- screens -->`, { apiBase: '/api/', settings, screens })
    expect(page.match(/<script>/g)).toHaveLength(1)
    const json = /id="screens">(.*?)<\/script>/.exec(page)?.[1] ?? ''
    expect(JSON.parse(json)).toEqual(screens)
  })

  it('is complete without them', () => {
    expect(fillShell(html, { apiBase: '/api/', settings: undefined })).toBe(html)
  })
})
