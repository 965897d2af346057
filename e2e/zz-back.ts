import { chromium } from 'playwright-core'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
const o = 'http://127.0.0.1:3397'
await page.goto(o + '/login')
await page.locator('a[href^="/register"]').first().click(); await page.waitForURL(/register/); await page.waitForTimeout(500)
await page.evaluate(`navigation.addEventListener('navigate', (e) => console.log('NAV', e.navigationType, e.cancelable, e.userInitiated, e.destination.index, navigation.currentEntry.index))`); page.on('console', (m) => console.log(m.text()))
await page.locator('input[type=password]').first().fill('abcdefgh1')
const n = await page.locator('button').allTextContents()
console.log(n)
for (const b of await page.locator('form button').all()) {
  const t = (await b.textContent()) ?? ''
  if (/Đọc|đọc|Read/.test(t)) { await b.click(); break }
}
await page.waitForTimeout(800)
console.log('open', await page.locator('dialog[open]').count(), page.url())
await page.goBack({ timeout: 5000 }).catch((e) => console.log(String(e).slice(0, 100)))
await page.waitForTimeout(800)
console.log('after goBack', await page.locator('dialog[open]').count(), page.url(), await page.locator('input[type=password]').first().inputValue())
await browser.close()
