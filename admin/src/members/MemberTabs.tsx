// The tabs of a member's page. A tab that was opened stays, with what was typed on it; nothing is fetched for one
// that was not.
import { may, type StaffRole } from '@fairturn/contract/backoffice/roles'
import { Box, Tab, Tabs } from '@mui/material'
import { type ComponentType, useState } from 'react'
import { useCanAccess, useGetIdentity, useTranslate } from 'react-admin'
import { usePageChoices } from '../components/panel.ts'
import { MemberAccess } from './MemberAccess.tsx'
import { MemberCampaigns } from './MemberCampaigns.tsx'
import { MemberLinks } from './MemberLinks.tsx'
import { MemberMoney } from './MemberMoney.tsx'
import { MemberNotes } from './MemberNotes.tsx'
import { MemberOrders } from './MemberOrders.tsx'
import type { TabProps } from './tab-props.ts'

const TABS = {
  money: MemberMoney,
  orders: MemberOrders,
  campaigns: MemberCampaigns,
  access: MemberAccess,
  links: MemberLinks,
  notes: MemberNotes,
} satisfies Record<string, ComponentType<TabProps>>
type TabName = keyof typeof TABS

export function MemberTabs(props: TabProps) {
  const translate = useTranslate()
  const { identity } = useGetIdentity()
  const { canAccess: reviews = false } = useCanAccess({ resource: 'campaigns', action: 'list' })
  const readsNotes = may.read_notes.some((role: StaffRole) => role === identity?.['role'])
  const offered = (Object.keys(TABS) as TabName[]).filter(
    (tab) => (tab !== 'campaigns' || reviews) && (tab !== 'notes' || readsNotes),
  )
  const [choices, choose] = usePageChoices()
  const chosen = offered.find((tab) => tab === choices.get('tab')) ?? 'money'
  const [opened, setOpened] = useState<ReadonlySet<TabName>>(new Set())
  const shown = new Set([...opened, chosen])
  return (
    <div>
      <Tabs
        value={chosen}
        variant="scrollable"
        scrollButtons="auto"
        aria-label={translate('member.parts_of_page')}
        sx={{
          minHeight: 40,
          mb: 2,
          borderBottom: 1,
          borderColor: 'divider',
          '& .MuiTab-root': { minHeight: 40, minWidth: 0 },
        }}
      >
        {offered.map((tab) => (
          <Tab
            key={tab}
            value={tab}
            id={`tab-${tab}`}
            // Not `onChange`: a press on the tab that is still shown takes back one that is not shown yet.
            onClick={() => {
              setOpened(shown)
              choose('tab', tab)
            }}
            aria-controls={shown.has(tab) ? `part-${tab}` : undefined}
            label={translate(`member.tabs.${tab}`)}
          />
        ))}
      </Tabs>
      {offered.map((tab) => {
        const Part = TABS[tab]
        return (
          shown.has(tab) && (
            <Box
              key={tab}
              role="tabpanel"
              id={`part-${tab}`}
              aria-labelledby={`tab-${tab}`}
              hidden={tab !== chosen}
              sx={{
                display: tab === chosen ? 'grid' : 'none',
                gap: 2,
                gridTemplateColumns: 'minmax(0, 1fr)',
              }}
            >
              <Part {...props} />
            </Box>
          )
        )
      })}
    </div>
  )
}
