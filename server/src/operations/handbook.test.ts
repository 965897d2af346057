// docs/operations.md matches the program: its variables, files, and the command lines of backup and restore.
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryFolder } from '../../../testing/memory-folder.ts'
import { RUN_ALL } from '../../../testing/run-all.ts'
import { createTestDatabase, migrateCluster } from '../../test/database.ts'
import { fundedAccount, transfer } from '../../test/ledger.ts'
import { post } from '../ledger/ledger.ts'
import { openDatabase } from '../platform/database/database.ts'
import { startEmbedded } from '../platform/database/embedded.ts'
import { MIGRATIONS_FOLDER } from '../platform/database/migrate.ts'
import { archiveSettings } from './archive.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** The number of the last migration of release 1.0.0. */
const AS_OF_1_0_0 = 15
const read = (path: string) => readFile(join(ROOT, path), 'utf8')
const run = promisify(execFile)

let handbook: string
let variables: Set<string>
beforeAll(async () => {
  handbook = await read('docs/operations.md')
  const config = await read('server/src/platform/environment.ts')
  variables = new Set([...config.matchAll(/^ {4}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name!))
})

const namedIn = (text: string) =>
  new Set([...text.matchAll(/`([A-Z][A-Z0-9_]{3,})`/g)].map(([, name]) => name!))

test('every variable is in the handbook, and every variable in the handbook exists', () => {
  expect(variables.size).toBeGreaterThan(20)
  const [, table = ''] = /## Configuration\n([^]*?)\n## /.exec(handbook) ?? []
  expect([...variables].filter((name) => !namedIn(table).has(name))).toEqual([])
  expect([...namedIn(table)].filter((name) => !variables.has(name))).toEqual([])
})

test('the compose files and the image set only existing variables, and name existing files', async () => {
  const ofProxy = ['SITE', 'ADMIN_SITE', 'LINK_SITE']
  const passwords = ['POSTGRES_PASSWORD', 'SCHEMA_OWNER_PASSWORD']
  const own = new Set(['POSTGRES_USER', 'POSTGRES_DB', ...passwords, ...ofProxy, 'NODE_ENV'])
  const ofLibpq = ['PGHOST', 'PGUSER', 'PGDATABASE', 'PGPASSWORD']
  const compose = (await read('deploy/compose.yaml')) + (await read('deploy/compose.citus.yaml'))
  const image = await read('deploy/Containerfile')
  const set = [
    ...[...compose.matchAll(/^\s+([A-Z][A-Z_]+):/gm)].map(([, name]) => name!),
    ...[...compose.matchAll(/ROLES: (\w+)/g)].map(() => 'ROLES'),
    ...[...image.matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, name]) => name!),
  ]
  expect(set.filter((name) => ![...variables, ...own, ...ofLibpq].includes(name))).toEqual([])
  const roots = [...compose.matchAll(/^ {2}([a-z-]+):/gm)].map(([, name]) => name!)
  for (const [, name] of compose.matchAll(/^ {4,}([a-z-]+): \{ condition: /gm)) expect(roots).toContain(name)
  for (const [, name] of compose.matchAll(/^ +- ([a-z-]+):\//gm)) expect(roots).toContain(name)
  for (const [, module] of compose.matchAll(/\[node, ([\w/.-]+)/g)) await read(module!)
  for (const [, folder] of image.matchAll(/^COPY (\S+)\/package\.json/gm))
    expect((await read(`${folder}/package.json`)).length).toBeGreaterThan(0)
  const { workspaces } = JSON.parse(await read('package.json')) as { workspaces: string[] }
  expect(workspaces.filter((name) => !image.includes(`COPY ${name}/package.json`))).toEqual([])
})

test('without Compose: the units name the files and folders that the handbook makes, and the proxy the ports', async () => {
  const [, install = ''] = /\nWithout containers,([^]*?)\n\| command/.exec(handbook) ?? []
  const [folders, files, start] = [...install.matchAll(/```sh\n([^]*?)```/g)].map(([, lines]) => lines!)
  const set = [...files!.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!)
  expect(set.filter((name) => !variables.has(name))).toEqual(['UPSTREAMS', 'SITE'])

  const etc = join(folder, 'etc')
  await mkdir(etc)
  const stubs = 'runuser() { cat > psql; }; install() { :; }; cd() { :; }; openssl() { echo "made$3"; }'
  await run('sh', ['-euc', `${stubs}\n${files}`], { cwd: etc })
  expect(await readFile(join(etc, 'psql'), 'utf8')).toContain("createrole replication password 'made24'")
  const ports = new Map<string, string[]>()
  for (const name of ['web1', 'web2', 'links1', 'links2', 'worker']) {
    expect(start).toContain(` fairturn@${name} `)
    const [, role, port] =
      /^ROLES=(\w+)\nPORT=(\d+)\nMETRICS_PORT=\d+\n$/.exec(
        await readFile(join(etc, `${name}.env`), 'utf8'),
      ) ?? []
    ports.set(role!, [...(ports.get(role!) ?? []), `127.0.0.1:${port}`])
  }
  const caddyfile = await read('deploy/Caddyfile')
  for (const role of ['web', 'links'])
    expect(caddyfile).toContain(`(ports_${role}) {\n\tto ${ports.get(role)!.join(' ')}\n`)
  expect([...ports.keys()]).toEqual(['web', 'links', 'worker'])

  const units = await readdir(join(ROOT, 'deploy/systemd'))
  const text = (await Promise.all(units.map((name) => read(`deploy/systemd/${name}`)))).join('\n')
  const named = [...text.matchAll(/^EnvironmentFile=\/etc\/fairturn\/(.*)$/gm)].map(([, name]) => name!)
  const made = await readdir(etc)
  expect(named.filter((name) => name !== '%i.env' && !made.includes(name))).toEqual([])
  for (const [, path] of text.matchAll(/^ReadWritePaths=(.*)$/gm)) expect(folders).toContain(path)
  for (const [, path] of text.matchAll(/^ExecStart=\S+ (\S+)/gm)) await read(path!)
  expect(text.match(/^User=.*/gm)!.every((line) => line === 'User=fairturn')).toBe(true)
})

/** What Docker does by .dockerignore, whose last matching line decides. */
async function readDockerIgnore(): Promise<(path: string) => boolean> {
  const lines = (await read('.dockerignore'))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const source = line
        .replace(/^!/, '')
        .replace(/[.+^${}()|\\]/g, '\\$&')
        .replaceAll('**/', '(?:.*/)?')
        .replaceAll(/(?<!\.)\*/g, '[^/]*')
      return { matches: new RegExp(`^${source}(/.*)?$`), copies: line.startsWith('!') }
    })
  return (path) => lines.findLast(({ matches }) => matches.test(path))?.copies ?? true
}

/** Folders of the checkout, and the files in them. */
async function listCheckout(): Promise<{ folders: string[]; files: string[] }> {
  const { stdout } = await run('git', ['ls-files', '-z'], { cwd: ROOT, maxBuffer: 2 ** 24 })
  const files = stdout.split('\0').filter(Boolean)
  const folders = files.flatMap((file) =>
    [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index + 1)),
  )
  return {
    files,
    folders: ['', '.git/', '.data/', 'node_modules/', 'server/node_modules/', ...new Set(folders)],
  }
}

const SECRETS =
  `.env .env.local .env.production fairturn.env fairturn.env.bak prod.env.txt secret.txt secrets.json secrets.yaml secrets.toml
  credentials.json credentials.csv service-account.json config.local.json tls.key cert.pem keystore.p12 keystore.pfx id_rsa.pub
  .npmrc .netrc .pgpass .my.cnf .htpasswd dump.sql backup.sql.gz base.tar.gz database.dump members.csv statement.xml notes.md`.split(
    /\s+/,
  )

test('no secret in any folder of the checkout gets into the image', async () => {
  const isCopied = await readDockerIgnore()
  const { folders } = await listCheckout()
  expect(folders.length).toBeGreaterThan(100)
  expect(folders.flatMap((folder) => SECRETS.map((name) => folder + name)).filter(isCopied)).toEqual([])
})

test('nor does a file without an extension, such as a private key', async () => {
  const image = await read('deploy/Containerfile')
  const [, command = ''] = /^COPY \. \/sources\n(?:#.*\n)*RUN (find \/sources .*)$/m.exec(image) ?? []
  // The only other sources of COPY are files named package.json or package-lock.json.
  expect(
    [...image.matchAll(/^COPY (.+)$/gm)].map(([, from]) => from!).filter((from) => !/package/.test(from)),
  ).toEqual(['. /sources', '--from=sources /sources ./'])
  const sources = join(folder, 'sources')
  await mkdir(join(sources, 'server/src'), { recursive: true })
  for (const name of ['main.ts', 'id_rsa', 'secret']) await writeFile(join(sources, 'server/src', name), 'x')
  await run('sh', ['-euc', command.replace('/sources', `'${sources}'`)])
  expect(await readdir(join(sources, 'server/src'))).toEqual(['main.ts'])
})

test('the image gets what the product consists of', async () => {
  const isCopied = await readDockerIgnore()
  const { files } = await listCheckout()
  const product = files.filter(
    (file) =>
      /^((contract|server|member|admin|ui)\/(src|public|migrations|demo-assets|icons|[^/]+$)|package|lingui|tsconfig)/.test(
        file,
      ) && !/\.test\.tsx?$|glossary\.md$|replaced-words\.json$|\.gitignore$/.test(file),
  )
  expect(product.length).toBeGreaterThan(800)
  const others = ['docs/proof.md', 'scripts/verify-proof.mjs', 'deploy/healthcheck.mjs', 'e2e/package.json']
  expect([...product, ...others].filter((file) => !isCopied(file))).toEqual([])
})

test('git does not add what people name secrets', async () => {
  const names = [
    '.env',
    'deploy/.env',
    'deploy/fairturn.env',
    'server/tls.key',
    'cert.pem',
    'deploy/id_ed25519',
    '.pgpass',
  ]
  const { stdout } = await run('git', ['check-ignore', '--no-index', ...names], { cwd: ROOT })
  expect(stdout.trim().split('\n')).toEqual(names)
})

test('no process of the compose file has the schema owner’s login, a capability or a writable file system', async () => {
  const compose = await read('deploy/compose.yaml')
  const services = new Map(
    [...compose.matchAll(/^ {2}([a-z-]+):\n((?: {4}.*\n|\n)*)/gm)].map(([, name, text]) => [name!, text!]),
  )
  for (const name of ['web', 'links', 'worker']) {
    expect(services.get(name)).toContain('<<: *fairturn')
    expect(services.get(name)).not.toMatch(/DATABASE_URL|user: root/)
  }
  const [shared = ''] = /^x-fairturn:[^]*?(?=^services:)/m.exec(compose) ?? []
  expect(shared).not.toContain(' DATABASE_URL')
  const [confined = ''] = /^x-confined:[^]*?\n\n/m.exec(compose) ?? []
  for (const line of [
    'init: true',
    'cap_drop: [ALL]',
    'no-new-privileges',
    'read_only: true',
    'mem_limit',
    'pids_limit',
  ])
    expect(confined).toContain(line)
  expect(compose).toContain('max-size: 10m')
  expect(services.get('backup')).toContain("user: '999:999'")
})

test('every migration that breaks processes of the previous version is listed under Zero-downtime upgrade', async () => {
  const [, upgrade = ''] = /## Zero-downtime upgrade\n([^]*?)\n## /.exec(handbook) ?? []
  const removing: string[] = []
  for (const file of (await readdir(MIGRATIONS_FOLDER)).toSorted())
    if (
      /^[^-\n]*\b(drop (column|table \w|schema)|rename (to|column))\b/im.test(
        await readFile(join(MIGRATIONS_FOLDER, file), 'utf8'),
      )
    )
      removing.push(file.slice(0, 4))
  expect(
    [...upgrade.matchAll(/`(\d{4})[\w.-]*`/g)]
      .map(([, number]) => number)
      .filter((number) => Number(number) > AS_OF_1_0_0),
  ).toEqual(removing)
  // A version without the last of them refuses to start on this database.
  const database = await createTestDatabase()
  const { rows } = await database.query({ text: 'select migration from schema_floor' })
  expect(rows).toEqual([{ migration: Number(removing.at(-1) ?? '0001') }])
  await database.close()
})

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(await memoryFolder(), 'fairturn-handbook-'))
  await chmod(folder, 0o711)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.runIf(RUN_ALL)(
  'the command lines of backup and restore work as printed',
  async () => {
    const [, lines = ''] = /## Backup and restore\n[^]*?```sh\n([^]*?)```/.exec(handbook) ?? []
    expect(lines.split('\n').filter(Boolean)).toHaveLength(3)
    const dataDir = join(folder, 'running')
    const backupDir = join(folder, 'backups')
    const server = await startEmbedded({ dataDir, settings: await archiveSettings(backupDir) })
    const { appUrl } = await migrateCluster(server, dataDir)
    const database = await openDatabase({ url: appUrl, poolSize: 2 })
    const [from, to] = [await fundedAccount(database, 100n), await fundedAccount(database, 0n)]
    await post(database, [transfer(from, to, 42n)])
    await database.close()

    const env = {
      ...process.env,
      DATA_DIR: dataDir,
      BACKUP_DIR: backupDir,
      RESTORED: join(folder, 'restored'),
      PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}`,
    }
    const { stdout } = await run('sh', ['-euc', lines], { cwd: ROOT, env })
    await server.stop()
    expect(stdout).toContain('Copied to')
    expect(stdout).toContain('Restored from the copy of')
    expect(stdout.match(/The ledger is consistent\./g)).toHaveLength(2)
  },
  120_000,
)
