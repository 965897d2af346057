// A menu of actions behind one button: the ARIA menu button pattern, with arrow keys, Esc and Tab.
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { Spinner } from './Spinner.tsx'

export interface MenuItem {
  label: string
  detail?: string
  onChoose: () => void
}

interface MenuProps {
  icon: IconName
  /** Accessible name of the button, which shows only an icon. */
  label: string
  items: readonly MenuItem[]
  busy?: boolean
}

const itemsIn = (root: HTMLElement | null) => [
  ...(root?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
]

export function Menu({ icon, label, items, busy = false }: MenuProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return undefined
    itemsIn(root.current)[0]?.focus()
    const pressed = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', pressed)
    return () => document.removeEventListener('pointerdown', pressed)
  }, [open])

  function close() {
    setOpen(false)
    button.current?.focus()
  }

  function move(event: KeyboardEvent) {
    if (event.key === 'Tab') return setOpen(false)
    const all = itemsIn(root.current)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const next = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    }[event.key]
    if (next === undefined && event.key !== 'Escape') return undefined
    event.preventDefault()
    if (next === undefined) close()
    else all[next]?.focus()
    return undefined
  }

  return (
    <div ref={root} className="relative">
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-busy={busy || undefined}
        disabled={busy}
        onClick={() => setOpen(!open)}
        className="target grid cursor-pointer place-items-center rounded-control text-ink transition-colors duration-100 hover:bg-action-soft disabled:cursor-not-allowed"
      >
        {busy ? <Spinner /> : <Icon name={icon} />}
      </button>
      {open && <MenuList id={id} label={label} items={items} onKeyDown={move} onClose={close} />}
    </div>
  )
}

interface MenuListProps {
  id: string
  label: string
  items: readonly MenuItem[]
  onKeyDown: (event: KeyboardEvent) => void
  onClose: () => void
}

/** Handles the keys of all its items; not focusable itself. */
function MenuList({ id, label, items, onKeyDown, onClose }: MenuListProps) {
  return (
    <div
      id={id}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="absolute top-full right-0 z-20 mt-1 w-max max-w-[min(20rem,100vw-2rem)] divide-y divide-line overflow-hidden rounded-control border border-control bg-surface text-left"
    >
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            onClose()
            item.onChoose()
          }}
          className="block min-h-13 w-full cursor-pointer px-3.5 py-2.5 text-left -outline-offset-2 hover:bg-action-soft"
        >
          <span className="block font-semibold">{item.label}</span>
          {item.detail && <span className="block text-small text-quiet">{item.detail}</span>}
        </button>
      ))}
    </div>
  )
}
