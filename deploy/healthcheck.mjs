// The container's health check: healthy while /readyz answers 200. A process that does not even answer /healthz, three times
// in a row, hangs: it is killed, and the container's restart policy starts another. PID 1 is the init of the container.
import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'

const PORT = process.env.METRICS_PORT ?? '9464'
const MAX_FAILURES = 3
const FAILURES = process.env.HEALTH_FAILURES ?? '/tmp/health-failures'

const answers = async (path) =>
  await fetch(`http://127.0.0.1:${PORT}${path}`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  )

if (await answers('/healthz')) rmSync(FAILURES, { force: true })
else {
  const failures = countOf() + 1
  writeFileSync(FAILURES, String(failures))
  if (failures >= MAX_FAILURES) for (const pid of servers()) process.kill(pid, 'SIGKILL')
}
process.exit((await answers('/readyz')) ? 0 : 1)

function countOf() {
  try {
    return Number(readFileSync(FAILURES, 'utf8'))
  } catch {
    return 0
  }
}

function servers() {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1 && pid !== process.pid && isServer(pid))
}

/** Started from this folder. */
function isServer(pid) {
  try {
    return commandOf(pid).includes('server/src/main.ts') && readlinkSync(`/proc/${pid}/cwd`) === process.cwd()
  } catch {
    return false
  }
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
