// A ring: members linked with one, their links and orders, and one decision on their open reviews. Usernames and masked
// accounts only, so that looking leaves no line.
import type { Locale } from '@fairturn/contract/locales'
import { Alert, Box, Button } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { ListButton, Title, TopToolbar, useCanAccess, useTranslate } from 'react-admin'
import { useParams } from 'react-router-dom'
import { ActionDialog, type ReasonValues } from '../components/ActionDialog.tsx'
import { Amount } from '../components/Amount.tsx'
import { formatTime } from '../components/format.ts'
import { GoTo } from '../components/GoTo.tsx'
import { Heading, RecordHead } from '../components/headings.tsx'
import { Names, useLocaleOf } from '../components/Name.tsx'
import { Due } from '../components/queue.tsx'
import type { Reader } from '../components/ReasonTemplates.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import { StateChip } from '../components/Status.tsx'
import { TimeLine } from '../components/TimeLine.tsx'
import type { DataOf } from '../shell/api.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'

type Ring = DataOf<'GET backoffice/rings/:member_id'>
type Member = Ring['members'][number]
type Order = Ring['orders'][number]
type Decision = 'pay' | 'refuse'

const SHOWN_AT_ONCE = 50
const CUTS = ['members', 'steps', 'links', 'reviews', 'orders'] as const

export function RingPage() {
  const { member_id = '' } = useParams()
  return <RingRecord key={member_id} member_id={member_id} />
}

function RingRecord({ member_id }: { member_id: string }) {
  const translate = useTranslate()
  const params = { member_id }
  const { data: ring } = useEndpointQuery('GET backoffice/rings/:member_id', { params })
  const [first] = ring?.members ?? []
  const title = first ? translate('rings.title', { username: first.username }) : translate('rings.linked')
  return (
    <Box sx={{ minWidth: 0 }}>
      <Title title={title} />
      <TopToolbar>
        <ListButton resource="members" />
      </TopToolbar>
      {ring && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <RecordHead title={title}>
            <GoTo to={`/members/${member_id}/show`}>{translate('rings.to_member')}</GoTo>
          </RecordHead>
          <Alert severity="info">{translate('rings.what')}</Alert>
          {CUTS.filter((cut) => ring.cut[cut]).map((cut) => (
            <Alert key={cut} severity="warning">
              {translate(`rings.cut.${cut}`)}
            </Alert>
          ))}
          <Names of={ring.names}>
            <Reviews member_id={member_id} ring={ring} />
          </Names>
          <Members members={ring.members} />
          <Links ring={ring} />
          <Orders ring={ring} />
        </Box>
      )}
    </Box>
  )
}

const usernamesOf = ({ members }: Ring): ReadonlyMap<string, string> =>
  new Map(members.map(({ _id, username }) => [_id, username]))

/** Why it is or was reviewed, in few words each. */
function useWhy(): (order: Order) => string {
  const translate = useTranslate()
  return ({ review }) => {
    const reasons = review?.reasons ?? []
    return reasons.length === 0
      ? translate('orders.earlier_rules')
      : reasons.map(({ reason }) => translate(`orders.whys.${reason}`)).join(' · ')
  }
}

/** A brand, with a link to the review for those who may read it. */
function Brand({ order: { _id, campaign, review } }: { order: Order }) {
  const { canAccess } = useCanAccess({ resource: 'orders', action: 'show' })
  return canAccess === true && review?.outcome === null ? (
    <GoTo to={`/orders/${_id}/show`}>{campaign.brand}</GoTo>
  ) : (
    campaign.brand
  )
}

/** With a link for those who may open the member. */
function MemberName({ id, name = '' }: { id: string; name: string | undefined }) {
  const { canAccess } = useCanAccess({ resource: 'members', action: 'show' })
  return canAccess === true && name !== '' ? <GoTo to={`/members/${id}/show`}>{name}</GoTo> : name
}

/** Under the main text of a cell. */
const Detail = ({ children }: { children: ReactNode }) => (
  <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{children}</Box>
)

/** How many verified visits came from one address and from one network, as far as that is still known. */
function useShare(): (order: Order) => string {
  const translate = useTranslate()
  return ({ addresses, networks }) =>
    networks === null
      ? '—'
      : translate('rings.share_of', {
          addresses: addresses?.largest ?? '—',
          networks: networks.largest,
          among: networks.among,
        })
}

/** Who reads the reason: in the language of all of them, unless they read several. */
function readerOf(locales: readonly (Locale | undefined)[]): Reader {
  const [first, ...others] = new Set(locales)
  const several = [first, ...others].filter((each) => each !== undefined)
  return { locale: others.length === 0 ? first : undefined, several, templates: 'visits' }
}

function Reviews({ member_id, ring }: { member_id: string; ring: Ring }) {
  const translate = useTranslate()
  const { canAccess = false } = useCanAccess({ resource: 'orders', action: 'edit' })
  const open = ring.orders
    .filter(({ review }) => review?.outcome === null)
    .toSorted((one, other) => one.review!.due_by.localeCompare(other.review!.due_by))
  // All that were there when the page was opened: what comes later is selected by hand.
  const [chosen, choose] = useState<ReadonlySet<string>>(() => new Set(open.map(({ _id }) => _id)))
  const [decision, setDecision] = useState<Decision>()
  const order_ids = open.map(({ _id }) => _id).filter((id) => chosen.has(id))
  const count = order_ids.length
  const localeOf = useLocaleOf()
  const carriers = open
    .filter(({ _id }) => chosen.has(_id))
    .map(({ member_id: carrier }) => localeOf(carrier))
  return (
    <section>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap', mb: 1 }}>
        <Heading text="rings.reviews" />
        {canAccess && open.length > 0 && (
          <ReviewButtons
            count={count}
            areAll={count === open.length}
            onAll={(all) => choose(new Set(all ? open.map(({ _id }) => _id) : []))}
            onDecide={setDecision}
          />
        )}
      </Box>
      <ReviewTable ring={ring} open={open} chosen={chosen} onChoose={canAccess ? choose : undefined} />
      {decision && (
        <ActionDialog
          endpoint="POST backoffice/rings/:member_id/reviews"
          input={({ reason }: Partial<ReasonValues>) => ({
            params: { member_id },
            body: { order_ids, verdict: decision, ...(decision === 'refuse' && { reason }) },
          })}
          title={translate(`rings.${decision}`, { count })}
          of={translate('rings.title', { username: usernamesOf(ring).get(member_id) })}
          why={translate(decision === 'pay' ? 'rings.pay_sure' : 'rings.refuse_why', { count })}
          withReason={decision === 'refuse'}
          ends={decision === 'refuse'}
          reader={readerOf(carriers)}
          // All decided by others meanwhile: what was typed stays.
          refusalIn={({ decided, list }) =>
            decided === 0 ? translate('rings.decided_others', { decided, count: list.length }) : undefined
          }
          done={({ decided, list }) =>
            translate(decided === list.length ? 'rings.decided' : 'rings.decided_others', {
              decided,
              count: list.length,
            })
          }
          onClose={() => setDecision(undefined)}
        />
      )}
    </section>
  )
}

interface ReviewButtonsProps {
  count: number
  areAll: boolean
  onAll: (all: boolean) => void
  onDecide: (decision: Decision) => void
}
function ReviewButtons({ count, areAll, onAll, onDecide }: ReviewButtonsProps) {
  const translate = useTranslate()
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', ml: 'auto' }}>
      <Button size="small" onClick={() => onAll(!areAll)}>
        {translate(areAll ? 'rings.none' : 'rings.all')}
      </Button>
      {(['pay', 'refuse'] as const).map((each) => (
        <Button
          key={each}
          size="small"
          variant={each === 'pay' ? 'contained' : 'outlined'}
          color={each === 'refuse' ? 'error' : 'primary'}
          disabled={count === 0}
          onClick={() => onDecide(each)}
        >
          {translate(`rings.${each}`, { count })}
        </Button>
      ))}
    </Box>
  )
}

interface ReviewTableProps {
  ring: Ring
  open: Order[]
  chosen: ReadonlySet<string>
  /** Undefined for those who may not decide. */
  onChoose: ((chosen: ReadonlySet<string>) => void) | undefined
}

function ReviewTable({ ring, open, chosen, onChoose }: ReviewTableProps) {
  const translate = useTranslate()
  const why = useWhy()
  const share = useShare()
  const usernames = usernamesOf(ring)
  return (
    <RecordTable
      dense
      label="rings.reviews"
      rows={open}
      empty="rings.no_reviews"
      selection={
        onChoose
          ? {
              selected: chosen,
              onSelect: onChoose,
              label: ({ campaign, member_id: carrier_id }) =>
                translate('rings.choose', {
                  brand: campaign.brand,
                  username: usernames.get(carrier_id),
                }),
            }
          : undefined
      }
      columns={[
        {
          label: 'rings.order',
          render: (order) => (
            <>
              <Brand order={order} />
              <Detail>
                <MemberName id={order.member_id} name={usernames.get(order.member_id)} />
              </Detail>
            </>
          ),
        },
        {
          label: 'orders.why',
          render: (order) => (
            <>
              {why(order)}
              {order.review!.with_order !== null && <Detail>{translate('rings.with_other')}</Detail>}
            </>
          ),
        },
        {
          label: 'orders.verified',
          render: ({ verified, target }) => translate('orders.verified_of', { verified, target }),
          end: true,
        },
        { label: 'rings.share', render: share },
        { label: 'orders.award', amount: 'award' },
        {
          label: 'queue.due_by',
          render: ({ review }) => (
            <Due
              waiting={{
                since: review!.since,
                due_by: review!.due_by,
                overdue: Date.parse(review!.due_by) <= Date.now(),
              }}
            />
          ),
          whole: true,
        },
      ]}
    />
  )
}

function Members({ members }: { members: Ring['members'] }) {
  const translate = useTranslate()
  const { data: levels } = useEndpointQuery('GET level', {}, { fixed: true, silent: true })
  return (
    <section>
      <Heading text="rings.members" />
      <RecordTable<Member>
        dense
        label="rings.members"
        rows={members}
        columns={[
          {
            label: 'members.username',
            render: ({ _id, username, steps, lock }) => (
              <>
                <GoTo to={`/members/${_id}/show`}>{username}</GoTo>
                <Detail>
                  {steps === 0
                    ? translate('rings.this_one')
                    : translate('rings.steps', { smart_count: steps })}
                </Detail>
                {lock !== null && <StateChip label={translate(`members.locks.${lock}`)} tone="error" />}
              </>
            ),
          },
          { label: 'members.member_since', time: 'member_since' },
          {
            label: 'member.level',
            render: ({ level_id }) => levels?.find(({ _id }) => _id === level_id)?.name ?? '—',
          },
          { label: 'rings.orders_taken', source: 'orders', end: true },
          { label: 'rings.awards', source: 'awards', end: true },
          { label: 'rings.unseen', amount: 'unseen' },
          { label: 'rings.seen', amount: 'seen' },
          { label: 'rings.payout_account', render: ({ payout_account }) => payout_account ?? '—' },
        ]}
      />
    </section>
  )
}

function Links({ ring }: { ring: Ring }) {
  const translate = useTranslate()
  const usernames = usernamesOf(ring)
  const [shown, show] = useState(SHOWN_AT_ONCE)
  return (
    <section>
      <Heading text="rings.links" />
      <RecordTable
        dense
        label="rings.links"
        rows={ring.links.slice(0, shown)}
        empty="rings.no_links"
        more={shown < ring.links.length ? () => show(shown + SHOWN_AT_ONCE) : undefined}
        columns={[
          {
            label: 'rings.between',
            render: ({ member_ids: [one, other] }) => (
              <>
                <MemberName id={one} name={usernames.get(one)} /> {translate('rings.and')}{' '}
                <MemberName id={other} name={usernames.get(other)} />
              </>
            ),
          },
          { label: 'rings.fact', text: 'kind', texts: 'rings.kinds' },
          { label: 'rings.first_at', time: 'first_at' },
          { label: 'rings.last_at', time: 'last_at' },
        ]}
      />
    </section>
  )
}

const MAX_ROWS = 10
const isPaid = ({ status }: Order) => status === 'success' || status === 'done'

/** When each member took orders, those with the most first. */
function RingTimeLine({ ring }: { ring: Ring }) {
  const translate = useTranslate()
  const usernames = usernamesOf(ring)
  const byMember = [...Map.groupBy(ring.orders, (order) => order.member_id)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )
  if (byMember.length === 0) return null
  const shown = byMember.slice(0, byMember.length > MAX_ROWS ? MAX_ROWS - 1 : MAX_ROWS)
  const others = byMember.slice(shown.length).flatMap(([, orders]) => orders)
  const rowOf = (label: string, orders: readonly Order[]) => ({
    label,
    dots: orders.map((order) => ({
      _id: order._id,
      at: order.taken_at,
      filled: isPaid(order),
      marked: order.review?.outcome === null,
    })),
  })
  return (
    <TimeLine
      rows={[
        ...shown.map(([member_id, orders]) => rowOf(usernames.get(member_id)!, orders)),
        ...(others.length === 0
          ? []
          : [
              rowOf(
                translate('rings.other_members', { smart_count: byMember.length - shown.length }),
                others,
              ),
            ]),
      ]}
      summary={translate('rings.summary', { orders: ring.orders.length, members: byMember.length })}
    />
  )
}

function Orders({ ring }: { ring: Ring }) {
  const translate = useTranslate()
  const share = useShare()
  const usernames = usernamesOf(ring)
  const [shown, show] = useState(SHOWN_AT_ONCE)
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Heading text="rings.orders" />
      <RingTimeLine ring={ring} />
      <RecordTable<Order>
        dense
        label="rings.orders"
        rows={ring.orders.slice(0, shown)}
        empty="rings.no_orders"
        more={shown < ring.orders.length ? () => show(shown + SHOWN_AT_ONCE) : undefined}
        columns={[
          {
            label: 'rings.taken_at',
            render: ({ taken_at, settled_at }) => (
              <>
                {formatTime(taken_at)}
                {settled_at !== null && (
                  <Detail>{translate('rings.settled_at', { when: formatTime(settled_at) })}</Detail>
                )}
              </>
            ),
            whole: true,
          },
          {
            label: 'rings.member',
            render: ({ member_id }) => <MemberName id={member_id} name={usernames.get(member_id)} />,
          },
          { label: 'queue.brand', render: (order) => <Brand order={order} /> },
          { label: 'objections.state', render: (order) => <OrderStatus order={order} /> },
          {
            label: 'orders.verified',
            render: ({ verified, target, visits }) => (
              <>
                {translate('orders.verified_of', { verified, target })}
                <Detail>{translate('rings.visits', { smart_count: visits })}</Detail>
              </>
            ),
            end: true,
          },
          { label: 'rings.share', render: share },
          { label: 'rings.award', render: ({ award }) => <Amount wire={award} />, end: true },
        ]}
      />
    </Box>
  )
}

/** With why it was reviewed, what became of that, and what its carrier was told. */
function OrderStatus({ order }: { order: Order }) {
  const translate = useTranslate()
  const why = useWhy()
  const { review, status } = order
  const waits = review?.outcome === null
  return (
    <>
      {waits ? translate('rings.in_review') : translate(`search.orders.${status}`)}
      {review !== null && (
        <Detail>
          {[review.outcome !== null && translate(`rings.outcomes.${review.outcome}`), why(order)]
            .filter(Boolean)
            .join(' · ')}
        </Detail>
      )}
      {review !== null && review.reason !== null && <Detail>{review.reason}</Detail>}
    </>
  )
}
