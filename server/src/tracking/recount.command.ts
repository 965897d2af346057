// `npm run campaign:recount -- file.csv`: re-judges an export of visits without a database, and compares the bill in its
// header; exit code 1 if they differ.
import { readFile } from 'node:fs/promises'
import { formatMoney } from '@fairturn/contract/minor-units'
import { explainFailures } from '../platform/explain.ts'
import { recount } from './recounted-bill.ts'
import { readExport } from './visit-csv.ts'

explainFailures()

const [path] = process.argv.slice(2)
if (path === undefined) {
  console.error('Which file? npm run campaign:recount -- visits.csv')
  process.exitCode = 2
} else {
  const { head, lines } = readExport(await readFile(path, 'utf8'))
  const found = recount(head, lines)
  const sum = (verified: number, total_minor: bigint) =>
    `${verified} verified visits × ${formatMoney(head.price)} = ${formatMoney(total_minor)} ${head.currency}`
  console.log(`${found.visits} visits: ${found.judged} judged again, ${found.believed} taken as said`)
  console.log(`the bill says:      ${sum(head.verified, head.total)}`)
  console.log(`the recount comes to: ${sum(found.verified, found.total_minor)}`)
  for (const { visit, stated, counted } of found.differences)
    console.log(`visit ${visit}: said ${stated}, counted ${counted}`)
  console.log(found.agrees ? 'They agree.' : 'They do not agree.')
  process.exitCode = found.agrees ? 0 : 1
}
