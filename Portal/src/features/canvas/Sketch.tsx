import { memo } from "react";
import type { Screen } from "../../api";
import type { FlowDocument, Step } from "../../document";
import { sketchOf, type Widget } from "./drawing";
import { truncated, fonts } from "./fitting";

/** The width of the texts. */
const WIDTH = 152;
const line = (text: string, width: number) => truncated(text, fonts.small, width);

/** A small screen, drawn from the step's content. */
export const Sketch = memo(function Sketch({ step, screen, strings }: {
  step: Step; screen: Screen | undefined; strings: FlowDocument["strings"];
}) {
  const widgets = sketchOf(step, screen, strings);
  const isButton = (it: Widget) => it.kind === "button" || it.kind === "link";
  return (
    <div className="sketch">
      <div className="sketch-bar"><i /><i /></div>
      <div className="sketch-body">
        {widgets.filter((widget) => !isButton(widget)).map((widget, index) => (
          <WidgetView key={index} widget={widget} />
        ))}
      </div>
      <div className="sketch-foot">
        {widgets.filter(isButton).map((widget, index) => (
          <WidgetView key={index} widget={widget} />
        ))}
      </div>
    </div>
  );
});

function WidgetView({ widget }: { widget: Widget }) {
  switch (widget.kind) {
    case "picture": return <div className="sketch-picture"><i /><i /></div>;
    case "secret": return (
      <div className="sketch-input" data-text={widget.text}>
        <span>{line(widget.text || "••••••••", 110)}</span><i />
      </div>
    );
    case "toggle": return (
      <div className="sketch-toggle"><span>{line(widget.text, 100)}</span><i /></div>
    );
    case "fact": return (
      <div className="sketch-fact">
        <span>{line(widget.text, 80)}</span><b>{line(widget.value, 40)}</b>
      </div>
    );
    case "list": return (
      <div className="sketch-list">
        {widget.items.map((item, index) => (
          <div key={index} data-text={item}><i /><span>{line(item, 130)}</span></div>
        ))}
        {widget.more > 0 && <small>+{widget.more}</small>}
      </div>
    );
    case "headline": return (
      <div className="sketch-headline" data-text={widget.text}>
        {truncated(widget.text, fonts.headline, WIDTH, 3)}
      </div>
    );
    case "text": return (
      <div className="sketch-text" data-text={widget.text}>
        {truncated(widget.text, fonts.small, WIDTH, 4)}
      </div>
    );
    case "input": return (
      <div className="sketch-input" data-text={widget.text}>
        <span>{line(widget.text, 130)}</span>
      </div>
    );
    default: return (
      <div className={`sketch-${widget.kind}`} data-text={widget.text}>
        {truncated(widget.text, fonts.button, WIDTH - 20)}
      </div>
    );
  }
}
