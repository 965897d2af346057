// A checkbox as a whole row, for choosing several of a list.
interface CheckRowProps {
  label: string
  /** BCP 47 tag, if the label is in another language than the screen. */
  lang?: string
  checked: boolean
  disabled?: boolean
  onChange: () => void
}

export function CheckRow({ label, lang, checked, disabled = false, onChange }: CheckRowProps) {
  return (
    // The rule does not recognise label text passed as a variable.
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control
    <label className="flex min-h-target cursor-pointer items-center gap-3 px-3.5 py-2 has-disabled:opacity-60 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-action">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={onChange}
        className="size-5 shrink-0 accent-action outline-none"
      />
      <span lang={lang} className="min-w-0 break-words">
        {label}
      </span>
    </label>
  )
}
