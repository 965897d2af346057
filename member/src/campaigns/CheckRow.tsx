// One of several that may be chosen together: a checkbox as a whole row.
interface CheckRowProps {
  label: string
  /** BCP 47, when the label is in a separate language. */
  lang?: string
  checked: boolean
  disabled?: boolean
  onChange: () => void
}

export function CheckRow({ label, lang, checked, disabled = false, onChange }: CheckRowProps) {
  return (
    // Its text stands in a variable, which the rule does not see.
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
