import type { CampaignResults } from '@fairturn/contract/tracking'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { count, dateTime } from '@fairturn/ui/formats.ts'
import { Tabs } from '@fairturn/ui/Tabs.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { SiteDays } from '../orders/SiteDays.tsx'
import { Bars } from '../shell/Bars.tsx'

type Span = 'days' | 'hours'

interface Slot {
  key: string
  /** Short form, for the axis and the table. */
  name: string
  verified: number
  refused: number
}

export function ResultsChart({ results }: { results: CampaignResults }) {
  const { t } = useLingui()
  const [span, setSpan] = useState<Span>('days')
  const [asTable, setAsTable] = useState(false)
  const slots = span === 'days' ? daySlots(results.days) : hourSlots(results.hours)
  return (
    <Card padded className="divide-y-0! pt-1!">
      <Tabs
        label={t`Over time`}
        tabs={[
          { key: 'days', label: t`By day` },
          { key: 'hours', label: t`Last 48 hours` },
        ]}
        value={span}
        onChange={setSpan}
      >
        {asTable ? (
          <Table slots={slots} span={span} />
        ) : (
          <>
            <Bars
              label={span === 'days' ? t`Visits by day` : t`Visits by hour`}
              bars={slots.map(({ key, name, verified, refused }) => ({
                key,
                height: verified,
                above: refused,
                text: t`${name}: ${count(verified)} verified, ${count(refused)} refused`,
              }))}
              from={slots[0]?.name ?? ''}
              to={slots.at(-1)?.name ?? ''}
              between={span === 'days' && <SiteDays />}
            />
            <p aria-hidden className="mt-1 flex flex-wrap gap-x-4 text-small text-quiet">
              <span className="flex items-center gap-1.5">
                <span className="size-2 rounded-[2px] bg-action" />
                <Trans context="visits, in a chart’s legend">verified</Trans>
              </span>
              <span className="flex items-center gap-1.5">
                <span className="size-2 rounded-[2px] bg-control" />
                <Trans context="visits, in a chart’s legend">refused</Trans>
              </span>
            </p>
          </>
        )}
      </Tabs>
      <Button variant="quiet" className="mt-1 -mb-2 -ml-4" onClick={() => setAsTable(!asTable)}>
        {asTable ? t`Show as chart` : t`Show as a table`}
      </Button>
    </Card>
  )
}

function Table({ slots, span }: { slots: readonly Slot[]; span: Span }) {
  const { t } = useLingui()
  const some = slots.filter(({ verified, refused }) => verified + refused > 0).toReversed()
  if (some.length === 0) {
    return (
      <p className="pt-3 text-quiet">
        <Trans>No visits in this period.</Trans>
      </p>
    )
  }
  return (
    <table className="figures mt-3 w-full text-small">
      <caption className="sr-only">{span === 'days' ? t`Visits by day` : t`Visits by hour`}</caption>
      <thead className="text-quiet">
        <tr>
          <th scope="col" className="py-1 text-left font-medium">
            {span === 'days' ? t`Day` : t`Hour`}
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            <Trans context="visits, in a chart’s legend">verified</Trans>
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            <Trans context="visits, in a chart’s legend">refused</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {some.map(({ key, name, verified, refused }) => (
          <tr key={key} className="border-t border-line">
            <th scope="row" className="py-1.5 text-left font-normal">
              {name}
            </th>
            <td className="py-1.5 text-right font-semibold">{count(verified)}</td>
            <td className="py-1.5 text-right">{count(refused)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** `2026-11-21` as `21-11-2026`. */
const dayName = (day: string): string => day.split('-').toReversed().join('-')

/** The server lists only days with visits; days between them are filled in as empty. */
function daySlots(days: CampaignResults['days']): Slot[] {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const known = new Map(days.map((day) => [day.day, day]))
  const slots: Slot[] = []
  const at = new Date(`${first.day}T00:00:00Z`)
  for (let day = first.day; day <= last.day; at.setUTCDate(at.getUTCDate() + 1), day = isoDay(at)) {
    const { verified = 0, refused = 0 } = known.get(day) ?? {}
    slots.push({ key: day, name: dayName(day), verified, refused })
  }
  return slots
}

const isoDay = (at: Date): string => at.toISOString().slice(0, 10)

/** `21-11 14:00`, in the device's time zone. */
const hourSlots = (hours: CampaignResults['hours']): Slot[] =>
  hours.map(({ hour, verified, refused }) => {
    const text = dateTime(hour)
    return { key: hour, name: `${text.slice(0, 5)} ${text.slice(11, 16)}`, verified, refused }
  })
