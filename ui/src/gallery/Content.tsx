// Figures, lists and the three states of every block: loading, empty, failed.
import { useState } from 'react'
import { Avatar } from '../Avatar.tsx'
import { Badge } from '../Badge.tsx'
import { Button } from '../Button.tsx'
import { Card } from '../Card.tsx'
import { DateTime } from '../DateTime.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { ErrorState } from '../ErrorState.tsx'
import { Money } from '../Money.tsx'
import { Note } from '../Note.tsx'
import { Ring } from '../Ring.tsx'
import { Row } from '../Row.tsx'
import { Skeleton } from '../Skeleton.tsx'
import { StackedBar } from '../StackedBar.tsx'

export function Figures() {
  const [hidden, setHidden] = useState(false)
  return (
    <>
      <div className="flex items-center justify-between">
        <Money
          amount="1284.50"
          currency="USD"
          size="balance"
          hidden={hidden ? { label: 'Hidden' } : undefined}
        />
        <Button variant="quiet" icon={hidden ? 'eye' : 'eye-off'} onClick={() => setHidden(!hidden)}>
          {hidden ? 'Show' : 'Hide'}
        </Button>
      </div>
      <p className="flex flex-wrap gap-x-4">
        <Money amount="31.05" currency="USD" />
        <Money amount="1234567.00" currency="EURO" size="large" />
        <Money amount="0.34" currency="USD" tone="award" signed />
        <Money amount="-12.30" currency="USD" tone="loss" />
        <Money amount="60.00" currency="USD" tone="quiet" />
      </p>
      <Ring
        value={37}
        max={50}
        size={208}
        thickness={14}
        label="Verified visits"
        valueText="37 of 50"
        className="mx-auto"
      >
        <p className="text-small text-quiet">đã xác minh</p>
        <p className="text-figure">
          37 <span className="text-title text-quiet">/ 50</span>
        </p>
        <p className="text-small text-quiet">còn 1 ngày 6 giờ</p>
      </Ring>
      <div className="flex flex-wrap items-center gap-3">
        {[0, 0.5, 4, 12, 25].map((value) => (
          <Ring key={value} value={value} max={25} label="Turns">
            <b className="text-small">{value}</b>
          </Ring>
        ))}
        <Ring value={3} max={4} size={32} tone="award" />
      </div>
      <StackedBar
        label="44 visits"
        parts={[
          { key: 'verified', label: '37 xác minh', value: 37, tone: 'action' },
          { key: 'repeat', label: '4 lặp lại', value: 4, tone: 'quiet' },
          { key: 'bot', label: '2 bot', value: 2, tone: 'track' },
          { key: 'prefetch', label: '1 tải trước', value: 1, tone: 'award' },
        ]}
      />
      <Note>$ 8,96 đã được giữ riêng cho bạn đến 23-11, kể cả khi chiến dịch dừng.</Note>
      <Note tone="action">Nothing here costs you anything.</Note>
      <Note tone="loss">Signing out everywhere ends this session too.</Note>
    </>
  )
}

export function Lists() {
  return (
    <>
      <Card>
        <Row quiet title="Phần thưởng đến lúc này" trailing={<Money amount="5.92" currency="USD" />} />
        <Row
          quiet
          title="Thưởng cấp 2 · chất lượng 84 %"
          trailing={<Money amount="0.34" currency="USD" tone="award" signed />}
        />
        <Row title="Nhận được" trailing={<Money amount="6.26" currency="USD" size="large" />} />
      </Card>
      <Card as="ul">
        <Row
          as="li"
          leading={
            <Ring value={4} max={6}>
              <b>4</b>
            </Ring>
          }
          title="Cấp 2"
          detail="6 lượt mỗi ngày · thưởng 4–6 %"
          trailing={<Badge>Cấp hiện tại</Badge>}
        />
        <Row
          as="li"
          leading={<Avatar name="thu.ha" />}
          title="A row that leads somewhere"
          detail={<DateTime value="2026-11-21T02:46:10Z" timeZone="Asia/Ho_Chi_Minh" />}
          href="/dev/components"
        />
        <Row as="li" title="A row that does something" onPress={() => undefined} />
      </Card>
      <div className="flex flex-wrap gap-2">
        <Badge>action</Badge>
        <Badge tone="award">award</Badge>
        <Badge tone="loss">loss</Badge>
        <Badge tone="quiet">quiet</Badge>
      </div>
      <div className="flex gap-3">
        <Avatar name="thuha.dn" />
        <Avatar name="đào" size={64} />
        <Avatar name="minh" size={64} busy />
      </div>
    </>
  )
}

export function States() {
  return (
    <>
      <Card padded className="grid gap-3 divide-y-0">
        <Skeleton className="h-10 w-40" />
        <Skeleton />
        <Skeleton className="h-4 w-2/3" />
      </Card>
      <Card>
        <EmptyState
          icon="gift"
          title="No awards yet"
          body="The first one appears here the moment a member claims it."
          action={<Button>Take an order</Button>}
        />
      </Card>
      <Card>
        <ErrorState
          title="The orders could not be fetched"
          body="Your connection seems to be down. Nothing was lost."
          retry={{ label: 'Try again', onRetry: () => undefined }}
          reference={{ label: 'Reference', id: '01JD3Y7Z9M' }}
        />
      </Card>
    </>
  )
}
