// Draws every picture and the film of the product from the sources beside it. Run by hand after a change here:
//   CHROMIUM=<path of a Chromium> node ui/art/render.js [icons] [banner] [popup] [creatives]
// Needs ffmpeg for the film. Must never run on its own: what it makes is committed.
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { LANGUAGES } from '@fairturn/contract/locales'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { PERIOD_S } from './scene.js'

const root = resolve(import.meta.dirname, '../..')
const member = join(root, 'member/public')
const demo = join(root, 'server/demo-assets')
const frames_per_s = 30
const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

const files = createServer((request, reply) => {
  const { pathname } = new URL(request.url, 'http://localhost')
  try {
    const body = readFileSync(join(root, pathname))
    reply.writeHead(200, { 'content-type': types[extname(pathname)] ?? 'application/octet-stream' }).end(body)
  } catch {
    reply.writeHead(404).end()
  }
})
await new Promise((listening) => files.listen(0, '127.0.0.1', listening))
const base = `http://127.0.0.1:${files.address().port}/ui/art`
const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'], args: ['--no-sandbox'] })

async function picture(path, width, height, background = true) {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.goto(`${base}/${path}`)
  await page.evaluate(() => document.fonts.ready)
  const png = await page.screenshot({ omitBackground: !background })
  await page.close()
  return sharp(png)
}

async function icons() {
  copyFileSync(join(root, 'ui/art/favicon.svg'), join(member, 'favicon.svg'))
  for (const [file, size, shape] of [
    ['icon-192.png', 192, 'round'],
    ['icon-512.png', 512, 'round'],
    ['icon-maskable-512.png', 512, 'maskable'],
    ['apple-touch-180.png', 180, 'full'],
  ]) {
    const drawn = await picture(`icon.html?shape=${shape}`, size, size, false)
    await drawn.png({ palette: true, quality: 90 }).toFile(join(member, 'icons', file))
  }
  await (await picture('og.html', 1200, 630)).png({ palette: true }).toFile(join(member, 'og.png'))
}

async function banner() {
  const frames = mkdtempSync(join(tmpdir(), 'banner-'))
  const page = await browser.newPage({ viewport: { width: 1140, height: 360 } })
  await page.goto(`${base}/banner.html`)
  for (let index = 0; index < PERIOD_S * frames_per_s; index += 1) {
    await page.evaluate((t) => window.frame(t), index / frames_per_s)
    writeFileSync(join(frames, `${String(index).padStart(4, '0')}.png`), await page.screenshot())
  }
  await (
    await picture('banner.html?t=5.2', 1140, 360)
  )
    .webp({ quality: 82 })
    .toFile(join(member, 'media/banner-poster.webp'))
  const film = [
    '-y',
    '-loglevel',
    'error',
    '-framerate',
    String(frames_per_s),
    '-i',
    join(frames, '%04d.png'),
    '-an',
    '-pix_fmt',
    'yuv420p',
  ]
  execFileSync('ffmpeg', [
    ...film,
    '-c:v',
    'libx264',
    '-profile:v',
    'baseline',
    '-preset',
    'veryslow',
    '-crf',
    '25',
    '-movflags',
    '+faststart',
    join(member, 'media/banner.mp4'),
  ])
  execFileSync('ffmpeg', [
    ...film,
    '-c:v',
    'libvpx-vp9',
    '-crf',
    '38',
    '-b:v',
    '0',
    '-row-mt',
    '1',
    join(member, 'media/banner.webm'),
  ])
  rmSync(frames, { recursive: true })
}

async function popup() {
  await drawPopup('', join(member, 'popup/default.webp'))
  for (const [locale, { tag }] of Object.entries(LANGUAGES))
    await drawPopup(
      `?locale=${locale}&lang=${tag}`,
      join(root, 'server/src/platform/texts', locale, 'popup.webp'),
    )
}

async function drawPopup(query, file) {
  const drawn = await picture(`popup.html${query}`, 1000, 1250)
  await drawn.webp({ quality: 80 }).toFile(file)
}

async function creatives() {
  mkdirSync(demo, { recursive: true })
  for (const file of readdirSync(join(root, 'ui/art/creatives'))) {
    const drawn = await picture(`creative.html?file=${file}`, 1200, 630)
    await drawn.webp({ quality: 84 }).toFile(join(demo, file.replace('.svg', '.webp')))
  }
}

const all = { icons, banner, popup, creatives }
const asked = process.argv.slice(2)
for (const [name, make] of Object.entries(all)) {
  if (asked.length === 0 || asked.includes(name)) await make()
}
await browser.close()
files.close()
