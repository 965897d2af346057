import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { chromium } from 'playwright-core'
const PORT = '3333'
const origin = `http://127.0.0.1:${PORT}`
const server = spawn('npm', ['start'], { env: { ...process.env, DATA_DIR: '/tmp/look', PORT }, stdio: 'ignore', detached: true })
const b32 = (s: string) => { let bits = ''; for (const c of s) bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'); return Buffer.from(bits.match(/.{8}/g)!.map((b) => Number.parseInt(b, 2))) }
const otp = () => { const c = Buffer.alloc(8); c.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30000))); const h = createHmac('sha1', b32('MZQWS4TUOVZG4IDEMVWW6IDTORQWMZRB')).update(c).digest(); const o = h[19]! & 15; return String((h.readUInt32BE(o) & 0x7fffffff) % 1e6).padStart(6, '0') }
for (let i = 0; i < 180; i++) { try { if ((await fetch(`${origin}/readyz`)).ok) break } catch {} await new Promise((r) => setTimeout(r, 1000)) }
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'] })
const shot = async (page: any, name: string) => { await page.waitForTimeout(900); await page.screenshot({ path: `/tmp/shots/${name}.png`, fullPage: true }); console.log(name) }
try {
  for (const [width, scheme] of [[1280, 'light'], [768, 'dark']] as const) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, locale: 'en-GB' })
    const page = await context.newPage()
    await page.goto(`${origin}/admin/`)
    await page.getByLabel(/username/i).fill('demo.support')
    await page.getByLabel(/^password/i).first().fill('fairturn-demo-staff')
    const code = page.getByLabel(/code/i)
    if (await code.count()) await code.first().fill(otp())
    await page.keyboard.press('Enter')
    await page.waitForTimeout(2500)
    await page.goto(`${origin}/admin/orders`)
    await shot(page, `orders-${width}-${scheme}`)
    await page.locator('tbody tr').first().click()
    await page.waitForTimeout(1500)
    await shot(page, `order-${width}-${scheme}`)
    const box = page.locator('tbody input[type=checkbox]').first()
    if (await box.count()) { await box.check(); await shot(page, `order-chosen-${width}-${scheme}`) }
    const group = page.getByRole('button', { name: 'By address' })
    if (await group.count()) { await group.click(); await shot(page, `order-address-${width}-${scheme}`) }
    await page.goto(`${origin}/admin/settings`)
    await shot(page, `settings-${width}-${scheme}`)
    await page.goto(`${origin}/admin/invitations`)
    await shot(page, `invitations-${width}-${scheme}`)
    await context.close()
  }
  for (const [width, scheme, lang] of [[360, 'light', 'vn'], [390, 'dark', 'jp'], [570, 'light', 'rs']] as const) {
    const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme: scheme })
    const page = await context.newPage()
    const answer = await (await fetch(`${origin}/api/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ username: 'thuha.dn', password: 'fairturn-demo' }) })).json() as any
    await page.goto(`${origin}/login`)
    await page.evaluate(({ data, lang }: any) => { localStorage.setItem('token', data.access_token); localStorage.setItem('langcode', lang) }, { data: answer.data, lang })
    await page.goto(`${origin}/campaigns/new`)
    await shot(page, `placing1-${width}-${lang}`)
    await context.close()
  }
} catch (error) { console.error(error) }
await browser.close()
try { process.kill(-server.pid!) } catch {}
