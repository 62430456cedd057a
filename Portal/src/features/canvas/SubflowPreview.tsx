import { memo, type ComponentProps } from "react";
import type { Flow } from "../../document";
import { codeKind } from "../../model/kinds";
import { useStore } from "../../model/store";
import type { CanvasModel } from "./canvasModel";
import { CodePicture } from "./CodePicture";
import { Sketch } from "./Sketch";

/** The number of nodes up to which steps are drawn; with more, only names are shown. */
const MAX_SKETCHED = 16;

/** A small preview of a sub-flow's steps and edges; double-clicking a step opens it. */
export const SubflowPreview = memo(function SubflowPreview({ canvas, flow }: {
  canvas: CanvasModel; flow: Flow;
}) {
  const strings = useStore(canvas.editor.draft.document, (it) => it.strings);
  useStore(canvas.editor.screens);
  const { scene, k, x, y, height } = canvas.subflowScene(flow);
  const nodes = [...scene.graph.nodes.values()];
  return (
    <div className="canvas-inside" aria-hidden="true" style={{ height }}>
      <div style={{ transform: `translate(${x}px, ${y}px) scale(${k})` }}>
        <svg className="canvas-lines">
          {scene.graph.edges.map(({ key }) => {
            const shape = scene.shape(key);
            return shape && (
              <g key={key}>
                <path className="canvas-line" d={shape.d} strokeWidth={3} />
                <path className="canvas-tip" d={shape.tip} />
              </g>
            );
          })}
        </svg>
        {nodes.map((node) => {
          const [left, top] = scene.position(node.id);
          return (
            <div
              key={node.id} className={`canvas-mini ${node.kind}`} title={node.title}
              data-inside={node.kind === "step" ? node.id : undefined}
              style={{ left, top, width: node.width, height: node.height }}
            >
              {node.step && nodes.length <= MAX_SKETCHED
                ? <Drawing step={node.step} screen={node.screen} strings={strings} />
                : <b>{node.title}</b>}
            </div>
          );
        })}
      </div>
    </div>
  );
});

function Drawing(props: ComponentProps<typeof Sketch>) {
  const kind = codeKind(props.screen);
  return kind ? <CodePicture kind={kind} step={props.step} /> : <Sketch {...props} />;
}
