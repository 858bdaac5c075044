/** `change` is since the time before, `note` what the figure leaves out or is compared with. */
export type KeyFigure = { title: string; value: string; change?: string | undefined; note?: string | undefined }

/** Figures side by side, as many in a line as there are; on a narrow screen in columns. */
export const KeyFigures = ({ figures }: { figures: KeyFigure[] }) => (
  <dl className="figures flex flex-wrap justify-between gap-x-6 gap-y-2 max-xl:grid max-xl:grid-cols-[repeat(auto-fill,minmax(min(9rem,45%),1fr))]">
    {figures.map(({ title, value, change, note }) => (
      <div key={title}>
        <dt className="text-[0.8125rem] text-soft">{title}</dt>
        <dd>
          <span className="text-[1.125rem] font-[650] whitespace-nowrap">{value}</span>
          {change && <span className="ms-2 text-[0.8125rem] font-[650] whitespace-nowrap">{change}</span>}
          {note && <span className="block text-[0.8125rem] text-soft">{note}</span>}
        </dd>
      </div>
    ))}
  </dl>
)
