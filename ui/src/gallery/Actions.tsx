import { useState } from 'react'
import { Button } from '../Button.tsx'
import { Icon } from '../Icon.tsx'
import { IconButton } from '../IconButton.tsx'
import { icons, type IconName } from '../icons.ts'
import { LinkButton } from '../LinkButton.tsx'

const variants = ['primary', 'secondary', 'soft', 'quiet', 'loss'] as const

export function Actions() {
  const [busy, setBusy] = useState(false)
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Button icon="deposit">Nạp tiền</Button>
        <Button variant="secondary" icon="withdraw">
          Rút tiền
        </Button>
      </div>
      {variants.map((variant) => (
        <div key={variant} className="flex flex-wrap gap-2">
          <Button variant={variant}>{variant}</Button>
          <Button variant={variant} busy>
            {variant}
          </Button>
          <Button variant={variant} disabled>
            {variant}
          </Button>
        </div>
      ))}
      <Button wide busy={busy} onClick={() => setBusy(true)}>
        Becomes busy when pressed
      </Button>
      <LinkButton href="/dev/components" variant="secondary" icon="back">
        A link that looks like a button
      </LinkButton>
      <div className="flex gap-2">
        <IconButton icon="bell" label="Notifications, 3 unread" framed badge={3} />
        <IconButton icon="bell" label="Notifications, 120 unread" framed badge={120} href="/dev/components" />
        <IconButton icon="copy" label="Copy" />
        <IconButton icon="refresh" label="Refresh" busy />
        <IconButton icon="share" label="Share" framed disabled />
      </div>
    </>
  )
}

export function Icons() {
  return (
    <ul className="grid grid-cols-5 gap-3 text-center text-tiny text-quiet">
      {(Object.keys(icons) as IconName[]).map((name) => (
        <li key={name} className="grid justify-items-center gap-1">
          <Icon name={name} size={28} className="text-ink" />
          {name}
        </li>
      ))}
    </ul>
  )
}
