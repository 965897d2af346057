// Every component in every state, for developers. Mounted only in development builds, so its texts are in no
// catalogue.
import { useState, type ReactNode } from 'react'
import { Logo, TurnMark } from '../Logo.tsx'
import { Select } from '../Select.tsx'
import { chooseTheme, currentTheme, type Theme } from '../theme.ts'
import { Toasts } from '../Toasts.tsx'
import { Actions, Icons } from './Actions.tsx'
import { Figures, Lists, States } from './Content.tsx'
import { Inputs, Overlays } from './Inputs.tsx'
import { Navigation } from './Navigation.tsx'

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

export default function Gallery() {
  const [theme, setTheme] = useState<Theme>(currentTheme)
  return (
    <main className="page-column pb-32">
      <div className="flex items-center justify-between py-4">
        <Logo name="Fairturn" />
        <Select
          label="Theme"
          compact
          icon={theme === 'dark' ? 'moon' : 'sun'}
          choices={themes}
          value={theme}
          onChange={(choice) => {
            chooseTheme(choice)
            setTheme(choice)
          }}
        />
      </div>
      <div className="flex items-center gap-4">
        <TurnMark size={16} label="Mark" />
        <TurnMark size={24} label="Mark" />
        <TurnMark size={48} label="Mark" />
        <TurnMark size={96} label="Mark" />
      </div>
      <Part title="Figures">
        <Figures />
      </Part>
      <Part title="Actions">
        <Actions />
      </Part>
      <Part title="Lists">
        <Lists />
      </Part>
      <Part title="States">
        <States />
      </Part>
      <Part title="Inputs">
        <Inputs />
      </Part>
      <Part title="Dialogs and toasts">
        <Overlays />
      </Part>
      <Part title="Icons">
        <Icons />
      </Part>
      <Navigation />
      <Toasts label="Messages" closeLabel="Close" />
    </main>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8">
      <h2 className="mb-3 text-title">{title}</h2>
      <div className="grid gap-3">{children}</div>
    </section>
  )
}
