#!/bin/sh
# UserPromptSubmit: what a hook prints here is context for the model.
echo "The shop's calendar: deploys are frozen until Monday."
