import { useState } from 'react'
import { BottomNav } from '../BottomNav.tsx'
import { IconButton } from '../IconButton.tsx'
import { PageHeader } from '../PageHeader.tsx'
import { PullToRefresh } from '../PullToRefresh.tsx'
import { Tabs } from '../Tabs.tsx'

const tabs = [
  { key: 'available', label: 'Có thể nhận', count: 4 },
  { key: 'distributing', label: 'Đang phân phối', count: 1 },
  { key: 'success', label: 'Thành công', count: 0 },
  { key: 'done', label: 'Hoàn tất', count: 12 },
] as const

type TabKey = (typeof tabs)[number]['key']

export function Navigation() {
  const [tab, setTab] = useState<TabKey>('available')
  const here = '/dev/components'
  return (
    <section className="mt-8">
      <PageHeader
        title="Nhà Gốm Bát Tràng"
        subtitle="Đơn #4F2K · đang phân phối"
        back={{ href: here, label: 'Back' }}
        action={<IconButton icon="share" label="Share" />}
      />
      <Tabs label="Orders" tabs={tabs} value={tab} onChange={setTab}>
        <PullToRefresh
          label="Refresh"
          busyLabel="Refreshing"
          onRefresh={() => new Promise((done) => setTimeout(done, 1500))}
        >
          <p className="py-8 text-center text-quiet">Panel of “{tab}”: pull down on a touch screen</p>
        </PullToRefresh>
      </Tabs>
      <BottomNav
        label="Main"
        left={[
          { href: `${here}?home`, label: 'Trang chủ', icon: 'home', active: 'page' },
          { href: `${here}?box`, label: 'Kho đơn', icon: 'box' },
        ]}
        center={{ href: `${here}?turn`, label: 'Receive', name: 'Receive an order', share: 0.75 }}
        right={[
          { href: 'https://example.com/support', label: 'Hỗ trợ', icon: 'support' },
          { href: `${here}?me`, label: 'Cá nhân', icon: 'person' },
        ]}
      />
    </section>
  )
}
