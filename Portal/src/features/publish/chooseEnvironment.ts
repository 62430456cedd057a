import type { ApplicationModel } from "../../model/application";
import { toast } from "../../ui";
import { describeFailure } from "./refusal";

/** Chooses the environment to publish to; says why where it stays the one before. */
export async function chooseEnvironment(
  application: ApplicationModel, name: string,
): Promise<void> {
  try {
    await application.chooseEnvironment(name);
  } catch (error) {
    toast({ kind: "danger", text: describeFailure(error).text });
  }
}
