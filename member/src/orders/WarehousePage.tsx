import { PullToRefresh } from '@fairturn/ui/PullToRefresh.tsx'
import { Tabs } from '@fairturn/ui/Tabs.tsx'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import { overviewQuery, type Overview } from '../shell/queries.ts'
import { AvailableTab } from './AvailableTab.tsx'
import { refreshOrders, type ListedStatus } from './order-queries.ts'
import { OrderList } from './OrderList.tsx'
import { Totals } from './Totals.tsx'

type TabKey = 'available' | ListedStatus

const KEYS: readonly TabKey[] = ['available', 'distributing', 'success', 'done']

export default function WarehousePage() {
  const { t } = useLingui()
  const { data } = useQuery({ ...overviewQuery, refetchOnMount: 'always' })
  const [chosen, choose] = useTab(data)
  return (
    <Page title={t`My orders`} back={null}>
      <PullToRefresh onRefresh={refreshOrders} label={t`Refresh`} busyLabel={t`Refreshing`}>
        <Totals />
        <div className="mt-4">
          <Tabs
            label={t`My orders`}
            value={chosen}
            onChange={choose}
            tabs={[
              {
                key: 'available',
                label: t({ message: 'Available', context: 'orders that can be had now' }),
                count: data?.turns.left ?? null,
              },
              {
                key: 'distributing',
                label: t({ message: 'Distributing', context: 'orders under way' }),
                count: data?.distributing ?? null,
              },
              {
                key: 'success',
                label: t({ message: 'Success', context: 'orders that can be claimed' }),
                count: data?.success ?? null,
              },
              {
                key: 'done',
                label: t({ message: 'Done', context: 'orders that were claimed' }),
                count: data?.completed ?? null,
              },
            ]}
          >
            <div className="pt-4">
              {chosen === 'available' ? <AvailableTab /> : <OrderList key={chosen} state={chosen} />}
            </div>
          </Tabs>
        </div>
      </PullToRefresh>
    </Page>
  )
}

/**
 * Opens where something can be claimed, unless a tab is asked for. The tab is in the URL, so that Back from an order
 * leads to the tab it was opened from.
 */
function useTab(overview: Overview | undefined): [TabKey, (key: TabKey) => void] {
  const requested = new URLSearchParams(useSearch()).get('tab')
  const [path, navigate] = useLocation()
  const selected = path === paths.notReceived ? 'available' : KEYS.find((key) => key === requested)
  const claims = selected === undefined && overview !== undefined && overview.success > 0
  const go = (key: TabKey) => navigate(`${paths.warehouse}?tab=${key}`, { replace: true })
  useEffect(() => {
    if (claims) navigate(`${paths.warehouse}?tab=success`, { replace: true })
  }, [claims, navigate])
  return [selected ?? (claims ? 'success' : 'available'), go]
}
