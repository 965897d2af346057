// A real Chromium for the journeys: the one named by CHROMIUM, or the one that comes inside an npm package.
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sparticuz, { inflate } from '@sparticuz/chromium'
import { chromium, type Browser } from 'playwright-core'

const ARGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
]

export async function launchBrowser(): Promise<Browser> {
  const named = process.env['CHROMIUM']
  if (named !== undefined) return await chromium.launch({ executablePath: named, args: ARGS })
  const { executable, libraries, fonts } = await unpackedChromium()
  return await chromium.launch({
    executablePath: executable,
    args: ARGS,
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: [libraries, process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
      ...(!existsSync('/etc/fonts') && { FONTCONFIG_PATH: fonts }),
    },
  })
}

/** Unpacks once a version; the package always unpacks into the temporary folder, so it is given one of its own. */
async function unpackedChromium(): Promise<{ executable: string; libraries: string; fonts: string }> {
  const main = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const { version } = createRequire(import.meta.url)(join(main, '../../package.json')) as { version: string }
  const outer = process.env['TMPDIR']
  const folder = join(tmpdir(), `fairturn-chromium-${version}-${process.getuid?.() ?? 'user'}`)
  await mkdir(folder, { recursive: true })
  process.env['TMPDIR'] = folder
  try {
    const executable = await sparticuz.executablePath()
    if (!existsSync(join(folder, 'al2023'))) await inflate(join(main, '../../bin/al2023.tar.br'))
    return { executable, libraries: join(folder, 'al2023/lib'), fonts: join(folder, 'fonts') }
  } finally {
    if (outer === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = outer
  }
}
