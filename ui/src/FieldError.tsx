/** The error of the field with this id, announced when it appears. */
export const FieldError = ({ id, error }: { id: string; error: string | undefined }) => (
  <p id={`${id}-error`} aria-live="polite" className="text-small font-medium text-loss">
    {error && <span className="mt-1.5 block">{error}</span>}
  </p>
)
