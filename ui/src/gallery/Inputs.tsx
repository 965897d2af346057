import { useState } from 'react'
import { Button } from '../Button.tsx'
import { Card } from '../Card.tsx'
import { DateField } from '../DateField.tsx'
import { Dialog } from '../Dialog.tsx'
import { Field } from '../Field.tsx'
import { Select } from '../Select.tsx'
import { Switch } from '../Switch.tsx'
import { toast } from '../toasts.ts'

const languages = [
  { value: 'vn', label: 'Tiếng Việt', lang: 'vi' },
  { value: 'en', label: 'English', lang: 'en' },
  { value: 'jp', label: '日本語', lang: 'ja' },
  { value: 'rs', label: 'Srpski', lang: 'sr-Latn' },
] as const

type Language = (typeof languages)[number]['value']

export function Inputs() {
  const [day, setDay] = useState('2026-11-22')
  const [listed, setListed] = useState(true)
  const [language, setLanguage] = useState<Language>('vn')
  return (
    <>
      <Field label="Username" autoComplete="username" placeholder="minhanh" />
      <Field
        label="Password"
        type="password"
        autoComplete="new-password"
        reveal={{ show: 'Show password', hide: 'Hide password' }}
        hint="At least 8 characters"
        error="password must have at least 8 characters"
      />
      <DateField
        label="From"
        value={day}
        onChange={setDay}
        pattern="dd-mm-yyyy"
        pickLabel="From: open the calendar"
        refusal="Enter a date like 31-12-2026"
      />
      <Field label="Invite code" disabled defaultValue="WELCOME" />
      <Select label="Language" icon="globe" choices={languages} value={language} onChange={setLanguage} />
      <Card>
        <Switch
          label="Show me in the award list"
          detail="Your name is masked there"
          checked={listed}
          onChange={setListed}
        />
        <Switch label="Cannot be changed" checked={false} onChange={() => undefined} disabled />
      </Card>
    </>
  )
}

export function Overlays() {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Open a dialog
        </Button>
        <Button variant="secondary" onClick={() => toast('level update successful', 'success')}>
          Success
        </Button>
        <Button variant="secondary" onClick={() => toast('insufficient balance to upgrade', 'error')}>
          Error
        </Button>
        <Button variant="secondary" onClick={() => toast(`It is ${new Date().toISOString()}`)}>
          Info
        </Button>
      </div>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Confirm upgrade"
        closeLabel="Close"
        busy={busy}
        actions={
          <>
            <Button variant="secondary" disabled={busy} onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button
              busy={busy}
              onClick={() => {
                setBusy(true)
                setTimeout(() => setBusy(false), 3000)
              }}
            >
              Busy for 3 s
            </Button>
          </>
        }
      >
        <p className="mt-2 text-quiet">Advance to Level 3? Within 14 days the whole fee can be had back.</p>
      </Dialog>
    </>
  )
}
