// Chromium: the one named by CHROMIUM, or one from an npm package.
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sparticuz, { inflate } from '@sparticuz/chromium'
import { chromium, type Browser } from 'playwright-core'

const ARGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  // A tenth less CPU time (decision 054): pages live for seconds, too short for optimized code, and each of a test's
  // contexts would start a process.
  '--js-flags=--no-maglev,--no-opt',
  '--renderer-process-limit=1',
  '--in-process-gpu',
]

const PACKAGE = import.meta.resolve('@sparticuz/chromium')
const [JP, KR, SC, ARIMO] = [
  import.meta.resolve('@embedpdf/fonts-jp'),
  import.meta.resolve('@embedpdf/fonts-kr'),
  import.meta.resolve('@embedpdf/fonts-sc'),
  import.meta.resolve('@expo-google-fonts/arimo'),
]

/**
 * Fonts for rendering, independent of the machine: Arimo, with the widths of Arial, and Noto Sans for kana, hangul and
 * Han.
 */
const FONTS = [
  new URL('400Regular/Arimo_400Regular.ttf', ARIMO),
  new URL('700Bold/Arimo_700Bold.ttf', ARIMO),
  ...['Regular', 'Bold'].flatMap((weight) => [
    new URL(`../fonts/NotoSansJP-${weight}.otf`, JP),
    new URL(`../fonts/NotoSansKR-${weight}.otf`, KR),
    new URL(`../fonts/NotoSansHans-${weight}.otf`, SC),
  ]),
]

export async function launchBrowser(): Promise<Browser> {
  const named = process.env['CHROMIUM']
  if (named !== undefined) return await chromium.launch({ executablePath: named, args: ARGS })
  const folder = await unpackedChromium()
  return await chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: ARGS,
    env: {
      ...(process.env as Record<string, string>),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      LD_LIBRARY_PATH: [join(folder, 'al2023/lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
    },
  })
}

/**
 * Unpacks each version once, and moves the folder into place only when it is complete, because the workers of a run
 * start at the same time. The package always unpacks into the temporary folder, so it gets its own.
 */
async function unpackedChromium(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../package.json', PACKAGE), 'utf8')) as {
    version: string
  }
  const folder = join(tmpdir(), `fairturn-chromium-${version}-${process.getuid?.() ?? 'user'}`)
  if (existsSync(folder)) return folder
  const outer = process.env['TMPDIR']
  const partial = await mkdtemp(`${folder}-`)
  process.env['TMPDIR'] = partial
  try {
    await sparticuz.executablePath()
    await inflate(fileURLToPath(new URL('../bin/al2023.tar.br', PACKAGE)))
    await mkdir(join(partial, 'journeys'))
    for (const font of FONTS) await copyFile(font, join(partial, 'journeys', basename(font.pathname)))
    await writeFile(
      join(partial, 'fonts.conf'),
      // fontconfig resolves a relative cachedir against the working directory, not against this file.
      `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">journeys</dir><cachedir>${join(folder, 'cache')}</cachedir></fontconfig>`,
    )
    await rename(partial, folder)
  } catch (error) {
    // Another process has moved its copy into place first.
    await rm(partial, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  } finally {
    if (outer === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = outer
  }
  return folder
}
