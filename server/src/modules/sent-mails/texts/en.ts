/** The texts of messages about licenses. */
export const en = {
  why: (vendor: string) => `You receive this message because you have a license from ${vendor}.`,
};

export type MessageTexts = typeof en;
